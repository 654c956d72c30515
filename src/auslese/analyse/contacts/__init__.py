"""How to reach somebody: mail addresses, numbers, postal addresses, who is responsible."""
