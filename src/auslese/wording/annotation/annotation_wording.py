"""What the pages for annotation say, in English and German."""

ANNOTATION_TEXTS = {
    "nav_annotate": ("Annotate", "Annotieren"),
    "rounds_title": ("Rounds of annotation in {name}", "Annotationsrunden in {name}"),
    "rounds_none": (
        "No round yet: `{command}` makes one.",
        "Noch keine Runde: `{command}` legt eine an.",
    ),
    "rounds_round": ("Round", "Runde"),
    "rounds_items": ("Pictures", "Bilder"),
    "rounds_done": ("Answers", "Antworten"),
    "rounds_agreement": ("Agreement", "Übereinstimmung"),
    "annotate_title": ("{topic}: annotate pictures", "{topic}: Bilder annotieren"),
    "annotate_start": ("Begin", "Beginnen"),
    "annotate_start_about": (
        "Every picture is answered by several people ({annotators}), by nobody twice. Pictures come"
        " first; then the texts beside those that are on the topic. Every answer is saved at once.",
        "Jedes Bild beantworten mehrere Personen ({annotators}), niemand zweimal. Zuerst kommen die"
        " Bilder; danach die Texte zu denen, die zum Thema gehören. Jede Antwort wird sofort"
        " gespeichert.",
    ),
    "annotate_name": ("Your name", "Ihr Name"),
    "annotate_other_name": ("Somebody else", "Jemand anderes"),
    "annotate_as": ("Annotated by {name}", "Annotiert von {name}"),
    "annotate_picture": ("What does the picture show?", "Was zeigt das Bild?"),
    "annotate_text": ("What about this text?", "Was ist mit diesem Text?"),
    "annotate_text_is": ("The text …", "Der Text …"),
    "annotate_alt": ("The picture to annotate", "Das Bild, das zu annotieren ist"),
    "annotate_no_text": ("(no text)", "(kein Text)"),
    "annotate_page": ("From", "Von"),
    "annotate_skip": ("Cannot say", "Kann ich nicht sagen"),
    "annotate_undo": ("Undo", "Zurück"),
    "annotate_help": ("Help with examples", "Hilfe mit Beispielen"),
    "annotate_done": (
        "Nothing is left for you in this round. Thank you!",
        "In dieser Runde ist für Sie nichts mehr offen. Vielen Dank!",
    ),
    "annotate_waiting": (
        "All that is left lies before others right now. Look again in some minutes.",
        "Alles, was noch offen ist, liegt gerade anderen vor. Schauen Sie in einigen Minuten"
        " wieder nach.",
    ),
    "annotate_later": (
        "No picture is left for you. When the others have answered them, too, the texts of those on"
        " the topic follow: please look again then.",
        "Für Sie ist kein Bild mehr offen. Wenn die anderen sie auch beantwortet haben, folgen die"
        " Texte zu denen, die zum Thema gehören: bitte schauen Sie dann wieder nach.",
    ),
    "annotate_again": ("Look again", "Wieder nachsehen"),
    "annotate_saved": ("Saved.", "Gespeichert."),
    "annotate_skipped": (
        "Passed on to somebody else.",
        "An jemand anderen weitergegeben.",
    ),
    "annotate_surplus": (
        "Others have finished this picture meanwhile; your answer was not needed.",
        "Andere sind mit diesem Bild inzwischen fertig; Ihre Antwort wurde nicht mehr gebraucht.",
    ),
    "annotate_undone": (
        "The last answer is taken back.",
        "Die letzte Antwort ist zurückgenommen.",
    ),
    "annotate_progress": ("Progress", "Fortschritt"),
    "annotate_own": ("You: {own} answers", "Sie: {own} Antworten"),
    "annotate_all": (
        "All: {answers} of {needed} answers, {done} of {items} finished",
        "Alle: {answers} von {needed} Antworten, {done} von {items} fertig",
    ),
    "annotate_phase_picture": ("Pictures", "Bilder"),
    "annotate_phase_text": ("Texts", "Texte"),
    "relation_describes": ("describes the picture", "beschreibt das Bild"),
    "relation_fits": ("fits its topic", "passt zum Thema"),
    "relation_irrelevant": ("is irrelevant", "ist irrelevant"),
    "relation_misleading": ("is misleading", "ist irreführend"),
    "relation_describes_about": (
        "The text says what can be seen: who or what, doing what, where.",
        "Der Text sagt, was zu sehen ist: wer oder was, bei welcher Tätigkeit, wo.",
    ),
    "relation_fits_about": (
        "The text is about the same topic, but does not say what can be seen.",
        "Der Text handelt vom gleichen Thema, sagt aber nicht, was zu sehen ist.",
    ),
    "relation_irrelevant_about": (
        "The text has nothing to do with the picture: a file name, a date, an advertisement.",
        "Der Text hat mit dem Bild nichts zu tun: ein Dateiname, ein Datum, Werbung.",
    ),
    "relation_misleading_about": (
        "The text says something that is wrong for this picture.",
        "Der Text sagt etwas, das für dieses Bild falsch ist.",
    ),
    "annotate_help_title": ("{topic}: how to annotate", "{topic}: So wird annotiert"),
    "annotate_help_picture": ("First: the picture", "Zuerst: das Bild"),
    "annotate_help_picture_about": (
        "Choose the first category that fits what the picture shows. The text is not shown yet, so"
        " that it cannot sway you.",
        "Wählen Sie die erste Kategorie, die zu dem passt, was das Bild zeigt. Der Text wird noch"
        " nicht gezeigt, damit er Sie nicht beeinflusst.",
    ),
    "annotate_help_text": ("Then: the text", "Danach: der Text"),
    "annotate_help_text_about": (
        "Only for pictures that most found to be on the topic.",
        "Nur für Bilder, die die meisten dem Thema zugeordnet haben.",
    ),
    "annotate_help_on_topic": ("on the topic", "gehört zum Thema"),
    "annotate_help_doubt": (
        "If you cannot say, pass the picture on with s. A wrong key is undone with u.",
        "Wenn Sie es nicht sagen können, geben Sie das Bild mit s weiter. Eine falsche Taste"
        " nehmen Sie mit u zurück.",
    ),
    "annotate_examples": ("Examples", "Beispiele"),
    "annotate_no_examples": (
        "Nobody has chosen examples for this round.",
        "Für diese Runde hat niemand Beispiele ausgewählt.",
    ),
    "annotate_example_alt": ("Example {number}", "Beispiel {number}"),
    "key_category": ("what the picture shows", "was das Bild zeigt"),
    "key_relation": (
        "the text describes · fits · is irrelevant · is misleading",
        "Text beschreibt · passt · irrelevant · irreführend",
    ),
    "key_skip": ("cannot say", "kann ich nicht sagen"),
    "agreement_title": ("{topic}: agreement", "{topic}: Übereinstimmung"),
    "agreement_about_round": (
        "{items} pictures, {annotators} annotators; intervals hold the truth with 95 %"
        " confidence, by items drawn anew.",
        "{items} Bilder, {annotators} Annotierende; die Intervalle gelten mit 95 % Sicherheit,"
        " durch neues Ziehen der Bilder.",
    ),
    "agreement_none": (
        "No item of this phase has two answers yet.",
        "In dieser Phase hat noch kein Bild zwei Antworten.",
    ),
    "agreement_measure": ("Measure", "Maß"),
    "agreement_value": ("Value", "Wert"),
    "agreement_interval": ("Interval", "Intervall"),
    "figure_majority": ("Majority (share of items)", "Mehrheit (Anteil der Bilder)"),
    "figure_unanimous": ("Unanimous (share of items)", "Einstimmig (Anteil der Bilder)"),
    "figure_raw": ("Equal pairs of answers", "Gleiche Antwortpaare"),
    "figure_kappa": ("Cohen’s κ, mean of pairs", "Cohens κ, Mittel der Paare"),
    "figure_kappa_by_items": (
        "Cohen’s κ, pairs by shared items",
        "Cohens κ, Paare nach gemeinsamen Bildern",
    ),
    "figure_kappa_linear": ("Cohen’s κ, linear weights", "Cohens κ, linear gewichtet"),
    "figure_kappa_quadratic": ("Cohen’s κ, quadratic weights", "Cohens κ, quadratisch gewichtet"),
    "figure_fleiss": ("Fleiss’ κ", "Fleiss’ κ"),
    "figure_alpha": ("Krippendorff’s α, nominal", "Krippendorffs α, nominal"),
    "figure_alpha_ordinal": ("Krippendorff’s α, ordinal", "Krippendorffs α, ordinal"),
    "figure_alpha_interval": ("Krippendorff’s α, interval", "Krippendorffs α, Intervall"),
    "agreement_items": ("Items", "Bilder"),
    "agreement_categories": ("Categories", "Kategorien"),
    "agreement_category": ("Category", "Kategorie"),
    "agreement_unanimous": ("all agree", "einstimmig"),
    "agreement_majority": ("most agree", "Mehrheit"),
    "agreement_together": ("together", "zusammen"),
    "agreement_undecided": ("no majority", "uneinig"),
    "agreement_merges": ("Categories taken together", "Zusammengefasste Kategorien"),
    "agreement_by_fetching": (
        "Categories in the order of fetching",
        "Kategorien in der Reihenfolge des Ladens",
    ),
    "agreement_by_fetching_about": (
        "Each dot is a picture; dark ones are unanimous.",
        "Jeder Punkt ist ein Bild; dunkle sind einstimmig.",
    ),
    "agreement_by_answering": (
        "Agreement in the order of answering",
        "Übereinstimmung in der Reihenfolge der Antworten",
    ),
    "agreement_part": ("Part", "Abschnitt"),
    "agreement_candidates": ("Candidates for a corpus", "Kandidaten für ein Korpus"),
    "agreement_relation": ("The text …", "Der Text …"),
    "agreement_quality": ("Annotators", "Annotierende"),
    "agreement_annotator": ("Annotator", "Name"),
    "agreement_answers": ("Answers", "Antworten"),
    "agreement_gold": ("Gold questions right", "Goldfragen richtig"),
    "agreement_with_majority": ("With the majority", "Wie die Mehrheit"),
    "agreement_consensus": ("Right by consensus", "Richtig laut Konsens"),
    "agreement_pairs": ("Every two annotators", "Je zwei Annotierende"),
    "agreement_pair": ("Pair", "Paar"),
    "agreement_picture_of": (
        "{what}: values with their intervals, from −0.2 to 1",
        "{what}: Werte mit ihren Intervallen, von −0,2 bis 1",
    ),
    "adjudicate_title": ("{topic}: disagreements", "{topic}: Uneinigkeiten"),
    "adjudicate_about": (
        "{count} finished items on which not all say the same; the hardest come first.",
        "{count} fertige Einträge, zu denen nicht alle dasselbe sagen; die schwierigsten zuerst.",
    ),
    "adjudicate_none": ("Nothing to decide.", "Nichts zu entscheiden."),
    "adjudicate_by": ("Decided by", "Entschieden von"),
    "adjudicate_decide": ("Decide", "Entscheiden"),
    "adjudicate_consensus": (
        "By consensus “{category}” ({belief} %)",
        "Laut Konsens „{category}“ ({belief} %)",
    ),
    "adjudicate_decided": ("The decision is saved.", "Die Entscheidung ist gespeichert."),
    "adjudicate_link": ("Disagreements", "Uneinigkeiten"),
    "agreement_link": ("Agreement", "Übereinstimmung"),
    "no_token_annotate": (
        "This server was started without a token, so nothing can be annotated here.",
        "Dieser Server wurde ohne Token gestartet; hier lässt sich nichts annotieren.",
    ),
    "annotate_token_kept": (
        "The token is remembered on this device until the browser is closed.",
        "Das Token bleibt auf diesem Gerät gemerkt, bis der Browser geschlossen wird.",
    ),
}
