"""What travels through the house?

In:     nothing   Out:  Url, Visit, Fetched | Refused | Failed, Page, Document, Query, Answer
Start:  visit.Visit
Keeps:  values are frozen; a Url is always in its canonical spelling
Not:    input, output, clocks or dice
"""
