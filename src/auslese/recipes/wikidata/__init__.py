"""Names of people and institutions with their sites, asked of Wikidata or any copy of it."""
