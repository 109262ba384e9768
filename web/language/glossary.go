package language

// glossary lists the terms that a reader of a translation checks first, with the keys GlossaryKeys.
func glossary() []string {
	return []string{
		"school", "class", "student", "teacher", "substitute", "office", "administrator", "school_year",
		"term", "roll", "take_roll", "mark", "no_mark", "status", "present", "absent", "late", "excused",
		"away", "authorised", "unauthorised", "known_absence", "reason", "tick", "save", "change",
		"take_back", "roll_done", "roll_missing", "kept", "confirmed", "to_decide", "school_system",
		"access_key", "tablet", "pin", "cover", "group", "closed_day", "evacuation_list", "reminder",
		"export", "password", "sign_in",
	}
}

// glossaryTopic is the topic of the help that lists the glossary.
const glossaryTopic = "words"

// glossaryArticle returns the terms of the language beside the English ones.
func (w *Words) glossaryArticle(english map[string]string) Article {
	terms := Block{Kind: List}
	for _, term := range glossary() {
		key := GlossaryKeys.Of(term)
		text := w.Text(key)
		if beside := english[string(key)]; beside != text {
			text = w.Text("glossary.pair", "English", beside, "Term", text)
		}
		terms.Lines = append(terms.Lines, Line{{Text: text}})
	}
	about := Block{Paragraph, []Line{{{Text: w.Text("glossary.about")}}}}
	return Article{Title: w.Text("glossary.title"), Blocks: []Block{about, terms}}
}
