"""How relevant is a page for a topic, taught by somebody who knows it?

field_terms         what stands in the fields of a page: stems, pieces of its address
relevance_features  pages as numbers: what a model may see of them
page_features       these numbers, kept in a folder
linear_fit          a logistic model fitted to graded answers
calibration         scores that mean what they say, here and where relevance is rarer or commoner
relevance_lesson    rated pages, and such as are presumed irrelevant
relevance_model     the model of a topic: learnt from ratings, scores any page, gives its reasons
page_choice         which page is to be rated next, and why
shares              shares seen in samples, with their intervals
recall_estimates    what a threshold keeps and loses, learning curves, calibration
stop_rules          whether one may stop rating, and how much is found for certain
expert_simulation   an expert who is played by known labels
model_drift         whether new pages are still such as the model was taught with
cluster_weights     Nitsche's first way: weights for whole clusters
relevance_neuron    Nitsche's second way: one neuron over cluster similarities and PageRank
"""
