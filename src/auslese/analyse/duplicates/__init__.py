"""Which texts are the same, or nearly?

shingles         a text as the set of its runs of k words, each a number
minhash          a sketch: the least number of each of many shuffles; equal as often as sets
                 overlap
bands            which texts are compared at all, so that no true pair is missed too often
text_likeness    how much of two texts is the same, counted and not guessed
alike_pairs      all pairs of a set of texts
sketch_index     the sketches of millions of texts on disk; its parts are sketch_layers,
                 layer_folder, sketch_lookup and layer_merge
imprint          what a text is known by: fingerprint, shingles, sketch
copy_groups      pages that are copies of one page
page_groups      which page is in which group, as arrays over all pages
mirror_folding   pages of a mirror put behind those of its original
group_original   which page stands for its group
alignment        which words of two texts stand side by side
passages         why two texts are alike: what both say, and what only one
url_pairs        how the URLs of two copies differ
mirrors          hosts and folders whose pages pair off
originals        which of two mirrors the other is a copy of
template_copies  pages of one shape that say little beside their template
"""
