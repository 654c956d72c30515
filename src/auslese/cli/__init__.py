"""What can a person type?

In:     words on the command line       Out:  data on stdout, talk on stderr, an exit code
Start:  main.main
Keeps:  one file per command: parse, call one recipe, print; every command starts in half a second
Not:    work (recipes)
"""
