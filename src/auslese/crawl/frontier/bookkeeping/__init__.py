"""What every store reckons alike: values in, values out, no database and no clock."""
