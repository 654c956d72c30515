"""Pictures and their texts annotated by several people: rounds, dealing, agreement, decisions."""
