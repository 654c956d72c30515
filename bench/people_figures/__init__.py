"""What the bench of people measures: names on pages, owners of home pages, speakers, speed."""
