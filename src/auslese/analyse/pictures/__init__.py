"""What can be learnt from many pictures: which look alike, and which are on the topic."""
