"""Relevance taught by an expert: topics, ratings, models, and scores of all pages."""
