"""Which reader made a document; by itself, as it is asked where nothing is to be read."""

READER = 5  # raise it when documents come out otherwise: `analyse` then reads them anew
