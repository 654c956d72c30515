"""When may a host be asked again?"""
