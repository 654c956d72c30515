"""Pictures with their texts in the forms that others read."""
