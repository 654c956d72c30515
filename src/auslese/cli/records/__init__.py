"""Commands about records: what evenly built pages say, field by field."""
