"""What the pages about records say, in English and German: lists, one record, form, check."""

RECORD_TEXTS = {
    "nav_records": ("Records", "Einträge"),
    "records_title": ("Records of {name}", "Einträge von {name}"),
    "records_find": ("Search in records", "In Einträgen suchen"),
    "records_every_kind": ("all kinds", "alle Arten"),
    "records_kind": ("Kind", "Art"),
    "records_curated": ("Entered by people and checked", "Von Menschen eingetragen und geprüft"),
    "records_robot": ("Found by robots, not checked", "Von Robotern gefunden, nicht geprüft"),
    "records_robot_note": (
        "These were taken from pages by rules. Nobody has looked at each of them: there may be"
        " mistakes.",
        "Diese Einträge haben Regeln aus Seiten genommen. Niemand hat jeden einzelnen angesehen:"
        " Es kann Fehler geben.",
    ),
    "records_none_curated": (
        "Nobody has entered anything that was checked yet.",
        "Noch ist nichts eingetragen und geprüft.",
    ),
    "records_none_robot": (
        "Robots have found nothing that fits; `{command}` takes records from pages.",
        "Roboter haben nichts Passendes gefunden; `{command}` nimmt Einträge aus Seiten.",
    ),
    "records_more": ("All {number}", "Alle {number}"),
    "records_both": ("Both kinds of sources", "Beide Arten von Quellen"),
    "records_name": ("Name", "Name"),
    "records_where": ("Where", "Wo"),
    "records_key": ("Key", "Schlüssel"),
    "record_facts": ("About this record", "Zu diesem Eintrag"),
    "record_taken": ("Taken from the page", "Von der Seite genommen"),
    "record_entered": ("Entered", "Eingetragen"),
    "record_parent": ("Institution", "Institution"),
    "record_children": ("Projects", "Projekte"),
    "record_page": ("Page", "Seite"),
    "record_wrapper": ("Rule", "Regel"),
    "record_change": ("Suggest a change", "Änderung vorschlagen"),
    "record_add_project": ("Enter a project of this institution", "Projekt dazu eintragen"),
    "record_remove": ("Remove", "Entfernen"),
    "kind_institution": ("institution", "Institution"),
    "kind_project": ("project", "Projekt"),
    # -- fields
    "field_name": ("Name", "Name"),
    "field_institution": ("Institution", "Institution"),
    "field_person": ("Contact person", "Kontaktperson"),
    "field_contact": ("How to reach them", "Kontakt"),
    "field_address": ("Web address", "Netzadresse"),
    "field_created": ("Described on", "Erstellt am"),
    "field_keywords": ("Keywords", "Schlagworte"),
    "field_research": ("Current research", "Forschung"),
    "field_publications": ("Publications", "Publikationen"),
    "field_cooperation": ("Cooperation", "Kooperationen"),
    "field_equipment": ("Equipment", "Ausstattung"),
    "field_offers": ("Offers of cooperation", "Kooperationsangebote"),
    "field_teaching": ("Teaching", "Lehre"),
    # -- the form
    "enter_institution": ("Enter an institution", "Institution eintragen"),
    "enter_project": ("Enter a project", "Projekt eintragen"),
    "enter_change": ("Suggest a change of {name}", "Änderung vorschlagen: {name}"),
    "enter_lead": (
        "Describe your institution or project yourself. What you send waits until somebody who runs"
        " this server has checked it; then it stands among the records.",
        "Beschreiben Sie Ihre Institution oder Ihr Projekt selbst. Was Sie absenden, wartet, bis"
        " jemand vom Betrieb dieses Servers es geprüft hat; dann steht es bei den Einträgen.",
    ),
    "enter_shown": (
        "All that was checked is shown to whoever visits this server, and leaves with its exports.",
        "Was geprüft ist, sehen alle, die diesen Server besuchen, und es geht mit Exporten mit.",
    ),
    "enter_sender": (
        "Your mail address, for questions (not shown)",
        "Ihre Mailadresse für Rückfragen (wird nicht gezeigt)",
    ),
    "enter_parent": ("Key of the institution", "Schlüssel der Institution"),
    "enter_created_hint": ("as 2024-05-31", "wie 2024-05-31"),
    "enter_send": ("Send for checking", "Zur Prüfung senden"),
    "enter_sent": (
        "Thank you. Entry {number} waits to be checked.",
        "Danke. Eintrag {number} wartet auf die Prüfung.",
    ),
    "enter_closed": (
        "Nothing can be entered here: this server has no token. Those who run it can: `{command}`.",
        "Hier lässt sich nichts eintragen: Dieser Server hat kein Token. Wer ihn betreibt, kann es:"
        " `{command}`.",
    ),
    # -- the check
    "check_title": ("Entries that wait", "Wartende Einträge"),
    "check_none": ("Nothing waits to be checked.", "Nichts wartet auf die Prüfung."),
    "check_locked": (
        "Only those who run this server may see what nobody has checked.",
        "Nur die Betreiber dieses Servers dürfen sehen, was niemand geprüft hat.",
    ),
    "check_show": ("Show", "Zeigen"),
    "check_new": ("new: {kind}", "neu: {kind}"),
    "check_change": ("change of record {number}", "Änderung von Eintrag {number}"),
    "check_of": ("of institution {number}", "von Institution {number}"),
    "check_by": ("sent by", "gesandt von"),
    "check_now": ("now", "jetzt"),
    "check_sent": ("as sent", "wie gesandt"),
    "check_accept": ("Accept", "Annehmen"),
    "check_refuse": ("Refuse", "Ablehnen"),
    "check_reason": ("Reason, kept in the journal", "Grund, bleibt im Journal"),
    "check_number": ("{number} wait", "{number} warten"),
    "done_accept": ("Entry {number} is accepted.", "Eintrag {number} ist angenommen."),
    "done_refuse": ("Entry {number} is refused.", "Eintrag {number} ist abgelehnt."),
    "done_remove": ("Record {number} is removed.", "Eintrag {number} ist entfernt."),
}
