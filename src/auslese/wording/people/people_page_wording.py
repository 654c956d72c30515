"""What the pages about people say, in English and German."""

PEOPLE_TEXTS = {
    "nav_people": ("People", "Personen"),
    "people_title": ("People named in {name}", "Personen, die {name} nennt"),
    "people_find": ("Name of a person", "Name einer Person"),
    "people_find_button": ("Find", "Finden"),
    "people_site": ("Site", "Website"),
    "people_every_site": ("all sites", "alle Websites"),
    "people_none": (
        "People were not looked for yet: `{command}` does it.",
        "Nach Personen wurde noch nicht gesucht: `{command}` erledigt das.",
    ),
    "people_nobody": (
        "Nobody of this name is known from these pages.",
        "Aus diesen Seiten ist niemand dieses Namens bekannt.",
    ),
    "people_near": ("Did you mean", "Meinten Sie"),
    "people_several": (
        "Names alike may be those of several people; each is listed by the site that names them.",
        "Gleiche Namen können mehreren Personen gehören; jede steht hier mit der Website, die sie"
        " nennt.",
    ),
    "people_name": ("Name", "Name"),
    "people_best": ("Best page", "Beste Seite"),
    "people_pages": ("Pages", "Seiten"),
    "people_home": ("about the person", "über die Person"),
    "people_mentioned": ("names the person", "nennt die Person"),
    "people_notice_link": (
        "Is this you? What is shown here, and how to be removed",
        "Sind Sie das? Was hier steht, und wie Sie es entfernen lassen",
    ),
    "people_done_forgotten": (
        "Written down as number {number}. From now on nothing of this is shown or found by name;"
        " at the next run it leaves tables and index, too.",
        "Als Nummer {number} eingetragen. Ab jetzt wird davon nichts mehr gezeigt oder unter dem"
        " Namen gefunden; beim nächsten Lauf verschwindet es auch aus Tabellen und Index.",
    ),
    "people_done_restored": ("Taken back: number {number}.", "Zurückgenommen: Nummer {number}."),
    "people_done_joined": (
        "Written down as number {number}: these names belong together. It is done at the next"
        " `{command}`.",
        "Als Nummer {number} eingetragen: diese Namen gehören zusammen. Umgesetzt wird es beim"
        " nächsten `{command}`.",
    ),
    "people_done_split": (
        "Written down as number {number}: these are two people. It is done at the next"
        " `{command}`.",
        "Als Nummer {number} eingetragen: das sind zwei Personen. Umgesetzt wird es beim nächsten"
        " `{command}`.",
    ),
    # -- one person
    "person_title": ("{person} · people", "{person} · Personen"),
    "person_forms": ("Forms of the name", "Formen des Namens"),
    "person_form": ("Form", "Form"),
    "person_times": ("Times", "Mal"),
    "person_best": ("The page about this person", "Die Seite über diese Person"),
    "person_next_best": (
        "No page is about this person; this one comes nearest",
        "Keine Seite handelt von dieser Person; am nächsten kommt diese",
    ),
    "person_further": ("Further pages", "Weitere Seiten"),
    "person_no_further": ("There are no others.", "Weitere gibt es nicht."),
    "person_no_pages": ("No page is shown.", "Es wird keine Seite gezeigt."),
    "person_times_named": ("named {n} times", "{n}-mal genannt"),
    "person_once_named": ("named once", "einmal genannt"),
    "person_why": ("Why this page: {score} of 1", "Warum diese Seite: {score} von 1"),
    "person_why_short": ("why", "warum"),
    "person_evidence": ("What speaks for it", "Was dafür spricht"),
    "person_word_scores": (
        "tf·idf {tf_idf}, BM25 {bm25}",
        "tf·idf {tf_idf}, BM25 {bm25}",
    ),
    "person_facts": ("About this person", "Zu dieser Person"),
    "person_role": ("Role", "Rolle"),
    "person_organisation": ("Organisation", "Einrichtung"),
    "person_emails": ("Mail", "Mail"),
    "person_phones": ("Phone", "Telefon"),
    "person_identifiers": ("Identifiers", "Kennungen"),
    "person_edited": ("Edited", "Bearbeitet"),
    "person_edited_by_hand": ("joined or split by hand", "von Hand verbunden oder getrennt"),
    "person_search": ("All pages in the search", "Alle Seiten in der Suche"),
    "person_others": ("Others whom this name may mean", "Andere, die gemeint sein können"),
    "person_join": ("These names are one person", "Diese Namen sind eine Person"),
    "person_join_about": (
        "Further names by which this person is known on {site}, one a line.",
        "Weitere Namen, unter denen diese Person auf {site} vorkommt, je einer in einer Zeile.",
    ),
    "person_join_names": ("Further names", "Weitere Namen"),
    "person_join_button": ("Join", "Verbinden"),
    "person_split": ("These are two people", "Das sind zwei Personen"),
    "person_split_about": (
        "Choose the forms that belong to somebody else, or give pages that speak of somebody else.",
        "Wählen Sie die Formen, die jemand anderem gehören, oder nennen Sie Seiten, die von jemand"
        " anderem handeln.",
    ),
    "person_split_pages": ("Pages about the other one", "Seiten über die andere Person"),
    "person_split_button": ("Split", "Trennen"),
    "person_change_reason": ("Why?", "Warum?"),
    # -- a page names people
    "record_people": ("People on this page", "Personen auf dieser Seite"),
    "answer_people": ("People of this name", "Personen dieses Namens"),
    "person_best_here": ("their best page", "deren beste Seite"),
    # -- for those who ask
    "notice_title": ("Named here? Your rights", "Hier genannt? Ihre Rechte"),
    "notice_what": ("What this is", "Was das ist"),
    "notice_what_text": (
        "{name} is a search engine over a chosen part of the web. A program reads its pages and"
        " notes which names of people stand on them, so that somebody who looks for a person finds"
        " the page that this person has made or that is about them. Nobody has read the pages for"
        " this, and nothing is guessed that does not stand on one of them.",
        "{name} ist eine Suchmaschine über einen gewählten Teil des Webs. Ein Programm liest dessen"
        " Seiten und merkt sich, welche Namen von Personen darauf stehen, damit man zu einer Person"
        " die Seite findet, die sie selbst gemacht hat oder die von ihr handelt. Dafür hat niemand"
        " die Seiten gelesen, und es wird nichts vermutet, was nicht auf einer von ihnen steht.",
    ),
    "notice_kept": ("What is kept", "Was gespeichert ist"),
    "notice_kept_text": (
        "The forms of a name, the pages on which it stands, titles and the role that a page states,"
        " and mail addresses, numbers and identifiers that pages give for the person. All of it is"
        " on pages that anybody can read.",
        "Die Formen eines Namens, die Seiten, auf denen er steht, Titel und die Rolle, die eine"
        " Seite angibt, sowie Mailadressen, Nummern und Kennungen, die Seiten zu der Person nennen."
        " All das steht auf Seiten, die jeder lesen kann.",
    ),
    "notice_kept_days": (
        "Names of a page are forgotten {days} days after it was fetched last.",
        "Namen einer Seite werden {days} Tage nach ihrem letzten Abruf vergessen.",
    ),
    "notice_kept_always": (
        "Names are kept as long as the page is.",
        "Namen bleiben so lange gespeichert wie die Seite.",
    ),
    "notice_off": (
        "This server does not show people to other machines.",
        "Dieser Server zeigt anderen Rechnern keine Personen.",
    ),
    "notice_removal": ("How to be removed", "Wie Sie sich entfernen lassen"),
    "notice_removal_text": (
        "You need not say why. What you name below is shown no more at once: not on these pages,"
        " not when somebody searches for the person, not in exports; at the next run it leaves the"
        " tables and the index. The wish itself is kept, so that it holds when pages are read"
        " again, and only those who run this server can see it.",
        "Sie müssen keinen Grund angeben. Was Sie unten nennen, wird sofort nicht mehr gezeigt:"
        " nicht auf diesen Seiten, nicht in der Suche nach der Person, nicht in Exporten; beim"
        " nächsten Lauf verschwindet es aus Tabellen und Index. Der Wunsch selbst bleibt"
        " gespeichert, damit er auch gilt, wenn Seiten neu gelesen werden; sehen können ihn nur die"
        " Betreiber dieses Servers.",
    ),
    "notice_page_stays": (
        "The page itself stays where it is and can be found by its words. To change that, ask"
        " whoever runs it; when it is gone there, it goes here, too.",
        "Die Seite selbst bleibt, wo sie ist, und wird mit ihren Wörtern gefunden. Wenden Sie sich"
        " dafür an ihre Betreiber; ist sie dort verschwunden, verschwindet sie auch hier.",
    ),
    "notice_contact": ("Questions go to {contact}.", "Fragen beantwortet {contact}."),
    "notice_no_contact": (
        "Questions go to whoever runs this server.",
        "Fragen beantworten die Betreiber dieses Servers.",
    ),
    "notice_needs_token": (
        "The form takes effect with the token of those who run this server: send them your wish,"
        " and they enter it.",
        "Das Formular wirkt mit dem Token der Betreiber dieses Servers: schicken Sie ihnen Ihren"
        " Wunsch, und sie tragen ihn ein.",
    ),
    "forget_form": ("Remove", "Entfernen"),
    "forget_what": ("What is to be removed?", "Was soll entfernt werden?"),
    "forget_name": (
        "a name, with all its forms",
        "ein Name, mit allen seinen Formen",
    ),
    "forget_mail": (
        "a mail address, and whoever has it",
        "eine Mailadresse, und wer sie hat",
    ),
    "forget_page": ("everybody named on a page", "alle, die eine Seite nennt"),
    "forget_site": ("everybody named on a site", "alle, die eine Website nennt"),
    "forget_value": (
        "Name, mail address, address of the page, or site",
        "Name, Mailadresse, Adresse der Seite oder Website",
    ),
    "forget_reason": ("Reason (if you like)", "Grund (wenn Sie mögen)"),
    "forget_button": ("Show it no more", "Nicht mehr zeigen"),
    "forget_no_token": (
        "This server was started without a token, so nothing can be entered here. Those who run it"
        " can: `{command}`.",
        "Dieser Server wurde ohne Token gestartet, darum lässt sich hier nichts eintragen. Wer ihn"
        " betreibt, kann es: `{command}`.",
    ),
    # -- the log
    "people_log": ("Removals and edits", "Entfernungen und Bearbeitungen"),
    "people_log_none": ("Nothing was entered yet.", "Noch ist nichts eingetragen."),
    "people_log_locked": (
        "Only those who run this server may see what was removed.",
        "Nur die Betreiber dieses Servers dürfen sehen, was entfernt wurde.",
    ),
    "people_log_show": ("Show", "Zeigen"),
    "people_log_number": ("Number", "Nummer"),
    "people_log_what": ("What", "Was"),
    "people_log_value": ("Of whom", "Von wem"),
    "people_log_reason": ("Reason", "Grund"),
    "people_log_when": ("When", "Wann"),
    "people_log_name": ("name removed", "Name entfernt"),
    "people_log_mail": ("mail address removed", "Mailadresse entfernt"),
    "people_log_page": ("page removed", "Seite entfernt"),
    "people_log_site": ("site removed", "Website entfernt"),
    "people_log_join": ("names joined", "Namen verbunden"),
    "people_log_split": ("names split", "Namen getrennt"),
    "people_log_restore": ("Take back", "Zurücknehmen"),
    "people_log_restored": ("taken back", "zurückgenommen"),
    # -- a form of queries
    "form_person": ("pages about a person", "Seiten über eine Person"),
}
