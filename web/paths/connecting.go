package paths

// ConnectionSettings is the page for connecting the school system. Call opens one of its calls (GET, POST).
func (p Paths) ConnectionSettings(school, call string) string {
	return query(p.Settings(school, "connection"), "call", call)
}

// ConnectionNumber is the question which number saving needs (GET).
func (p Paths) ConnectionNumber(school string) string {
	return query(p.Settings(school, "connection"), "call", "students", "ask", "number") + "#call-students"
}

// ConnectionCall changes how one call of the school system is read (POST).
func (p Paths) ConnectionCall(school, call string) string {
	return p.school(school, "settings", "connection", "calls", call)
}

// ConnectionFind searches for all calls (POST).
func (p Paths) ConnectionFind(school string) string {
	return p.school(school, "settings", "connection", "find")
}

// ConnectionUse puts the draft for reading the school system in force (POST).
func (p Paths) ConnectionUse(school string) string {
	return p.school(school, "settings", "connection", "use")
}

// ConnectionMapping downloads the mapping as a file (GET), or uploads one (POST).
func (p Paths) ConnectionMapping(school string) string {
	return p.school(school, "settings", "connection", "mapping.json")
}

// ConnectionAsk is the question whether the found students are the school's. Ask shows the other choices for
// what is wrong (GET).
func (p Paths) ConnectionAsk(school, ask string) string {
	return query(p.Settings(school, "connection"), "ask", ask) + "#people"
}
