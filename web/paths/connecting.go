package paths

// ConnectionSettings is the page on which the school system is connected, with one of its
// calls open where call names one (GET, POST).
func (p Paths) ConnectionSettings(school, call string) string {
	return query(p.Settings(school, "connection"), "call", call)
}

// ConnectionCall takes how one call of the school system is read (POST).
func (p Paths) ConnectionCall(school, call string) string {
	return p.school(school, "settings", "connection", "calls", call)
}

// ConnectionFind looks for all calls anew (POST).
func (p Paths) ConnectionFind(school string) string {
	return p.school(school, "settings", "connection", "find")
}

// ConnectionUse puts in force how the school system is read (POST).
func (p Paths) ConnectionUse(school string) string {
	return p.school(school, "settings", "connection", "use")
}

// ConnectionMapping is the mapping by which the school system is read, as a file (GET), and
// takes such a file (POST).
func (p Paths) ConnectionMapping(school string) string {
	return p.school(school, "settings", "connection", "mapping.json")
}

// ConnectionAsk is the question whether the students found are the school's, with what else the list offers
// where ask names what is wrong (GET).
func (p Paths) ConnectionAsk(school, ask string) string {
	return query(p.Settings(school, "connection"), "ask", ask) + "#people"
}
