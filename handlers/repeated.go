package handlers

// everyField stands for all fields of an address whose page checks them itself: it refuses another class first,
// or shows the typed values again.
const everyField = "*"

// repeated returns the fields that may appear several times, by the address below the school's.
func repeated() map[string][]string {
	answers := []string{"over", "asked", "correct", "day"}
	ofGroup, ofTablet := []string{"shown", "enrolment"}, []string{"class"}
	return map[string][]string{
		"/roll": {everyField}, "/roll/statuses": {everyField}, "/roll/events": {everyField}, "/door": {everyField},
		"/roll/taps": {"in"}, "/door/refused": {"in"}, "/door/refused/roll": {"mark"}, "/day/refused": {"press"},
		"/saves/:token/decisions": {"seen"}, "/saves/:token/back": {"enrolment", "seen"},
		"/students/:enrolment/days": {"day"}, "/students": {"enrolment", "seen", "tray"},
		"/absences":       append(answers, "student", "weekday"),
		"/absences/file":  answers,
		"/absences/marks": {"known", "enrolment", "seen"}, "/students/suggested": {"tray"}, "/students/pasted": {"tray"},
		"/students/search":    {"tray"},
		"/students/movements": {"tray"}, "/students/movements/:movement/end": {"tray"},
		"/students/tray": {"enrolment", "seen", "tray"}, "/settings/connection/marks": {"enrolment"},
		"/settings/groups": {"enrolment", "seen", "tray"}, "/settings/groups/:group": ofGroup, "/groups/:group": ofGroup,
		"/settings/calendar": {"weekday"}, "/settings/tablets": ofTablet, "/settings/tablets/approve": ofTablet,
		"/settings/tablets/of/:tablet": ofTablet,
		"/settings/statuses":           {"id", "name", "letter", "family", "order", "aliases", "time", "remove"},
	}
}
