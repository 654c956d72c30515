"""Pages as data sets, test collections and input of search engines, and what describes them."""
