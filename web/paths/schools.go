package paths

// RollQuery identifies a roll. The page chooses values for empty fields.
type RollQuery struct {
	// Period is the id of the school period.
	Period string
	// Class is the class's id, or its name.
	Class string
	// Date is written YYYY-MM-DD.
	Date string
	// Save is the token of a save whose outcome the page shows, OthersSave that of the second save of the
	// same press.
	Save, OthersSave string
	// Opening proves that the page was opened on a tablet with a PIN.
	Opening string
	// Generation is the generation of the page that receives updates; 0 for none.
	Generation int64
	// State is the state of the marks that the page shows; empty when unknown.
	State string
}

func (q RollQuery) on(path string) string {
	return query(path, "period", q.Period, "class", q.Class, "date", q.Date, "save", q.Save, "others_save", q.OthersSave,
		"opening", q.Opening, "generation", later(q.Generation), "state", q.State)
}

// School is the school's first page: today, with its classes (GET).
func (p Paths) School(school string) string { return p.school(school) }

// Absences are the school's known absences (GET), and keep one for the students of the form (POST).
func (p Paths) Absences(school string) string { return p.school(school, "absences") }

// AbsencesIn is the page of Absences with those of a month, such as 2026-11 (GET).
func (p Paths) AbsencesIn(school, month string) string {
	return query(p.Absences(school), "month", month)
}

// AbsencesKept is the page of Absences with a sentence after a press that kept some of them (GET).
func (p Paths) AbsencesKept(school, press, said string) string {
	return query(p.school(school, "absences"), "said", said, "kept", press)
}

// AbsenceOf is the page of Absences with the form for the students (GET).
func (p Paths) AbsenceOf(school string, students ...string) string {
	var pairs []string
	for _, student := range students {
		pairs = append(pairs, "student", student)
	}
	return query(p.school(school, "absences"), pairs...)
}

// AbsenceChange is the page of Absences with the form that changes one (GET).
func (p Paths) AbsenceChange(school, known string) string {
	return query(p.school(school, "absences"), "change", known)
}

// AbsenceEnd takes a known absence back (POST).
func (p Paths) AbsenceEnd(school, known string) string {
	return p.school(school, "absences", known, "end")
}

// AbsenceReasons are the school's reasons for known absences (GET, POST).
func (p Paths) AbsenceReasons(school string) string { return p.school(school, "absences", "reasons") }

// AbsenceFile keeps the known absences of a file (POST).
func (p Paths) AbsenceFile(school string) string { return p.school(school, "absences", "file") }

// AbsenceMarks saves known absences of today (POST).
func (p Paths) AbsenceMarks(school string) string { return p.school(school, "absences", "marks") }

// Pasted collects the students of a pasted list (POST).
func (p Paths) Pasted(school string) string { return p.school(school, "students", "pasted") }

// ChoosePeriod stores the school year or term that a person works in (POST).
func (p Paths) ChoosePeriod(school string) string { return p.school(school, "period") }

// OpenPeriod opens a school year or term for days that none contains (POST).
func (p Paths) OpenPeriod(school string) string { return p.school(school, "day", "period") }

// Roll is the roll of a class on a date (GET).
func (p Paths) Roll(school string, q RollQuery) string { return q.on(p.school(school, "roll")) }

// RollAction takes the roll's form (POST).
func (p Paths) RollAction(school string) string { return p.school(school, "roll") }

// RollStatuses is only the status cells of a roll (GET).
func (p Paths) RollStatuses(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "statuses"))
}

// RollEvents is the stream of server-sent events of a roll (GET).
func (p Paths) RollEvents(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "events"))
}

// Save is the page about a save (GET).
func (p Paths) Save(school, token string) string { return p.school(school, "saves", token) }

// SaveRequest is the exact request and answer of a save (GET). Others is the token of the second save of the
// same press, or empty.
func (p Paths) SaveRequest(school, token, others string) string {
	return query(p.school(school, "saves", token, "request"), "others_save", others)
}

// SaveDecisions receives a person's decisions about rows in conflict (POST).
func (p Paths) SaveDecisions(school, token string) string {
	return p.school(school, "saves", token, "decisions")
}

// SaveBack shows each student's status after taking a save back, and takes it back (GET, POST).
func (p Paths) SaveBack(school, token string) string { return p.school(school, "saves", token, "back") }

// SaveSend sends one stopped save (POST).
func (p Paths) SaveSend(school, token string) string { return p.school(school, "saves", token, "send") }

// SaveByHand notes one stopped save as keyed by hand (POST).
func (p Paths) SaveByHand(school, token string) string {
	return p.school(school, "saves", token, "by-hand")
}

// Connection is the page about the connection to the school system (GET).
func (p Paths) Connection(school string) string { return p.school(school, "connection") }

// ConnectionKey stores a new key of the school system (POST).
func (p Paths) ConnectionKey(school string) string { return p.school(school, "connection", "key") }

// ConnectionStart starts sending from a copied database (POST).
func (p Paths) ConnectionStart(school string) string { return p.school(school, "connection", "start") }

// ConnectionSend sends all stopped saves (POST).
func (p Paths) ConnectionSend(school string) string { return p.school(school, "connection", "send") }

// ConnectionChecked is the page after a check of all lists (GET).
func (p Paths) ConnectionChecked(school string) string {
	return p.ConnectionSettings(school, "") + "?checked=1"
}

// ConnectionList puts a held list of students in use (POST).
func (p Paths) ConnectionList(school string) string { return p.school(school, "connection", "list") }

// ConnectionMoved decides about a mark from before a change of the connection (POST).
func (p Paths) ConnectionMoved(school string) string { return p.school(school, "connection", "moved") }

// ConnectionMovedSend sends those of these marks whose students are unchanged (POST).
func (p Paths) ConnectionMovedSend(school string) string {
	return p.school(school, "connection", "moved", "send")
}

// ConnectionWaiting is the printable list of the waiting marks (GET).
func (p Paths) ConnectionWaiting(school string) string {
	return p.school(school, "connection", "waiting")
}

// Day is the office's page of a date (YYYY-MM-DD), by default today (GET).
func (p Paths) Day(school, date string) string { return query(p.school(school, "day"), "date", date) }

// DayInOrder is Day with the classes in an order other than the school's: "teacher" (GET).
func (p Paths) DayInOrder(school, date, order string) string {
	return query(p.school(school, "day"), "date", date, "order", order)
}

// DayQuery identifies a board. The page chooses values for empty fields.
type DayQuery struct {
	// Period is the id of the school period.
	Period string
	// Date is written YYYY-MM-DD.
	Date string
	// AsToday is "yes" for the updates of a board that was opened on its own date.
	AsToday string
}

func (q DayQuery) on(path string) string {
	return query(path, "period", q.Period, "date", q.Date, "as_today", q.AsToday)
}

// DayCells is only the part of a board that changes (GET).
func (p Paths) DayCells(school string, q DayQuery) string {
	return q.on(p.school(school, "day", "cells"))
}

// DayRefused removes refused taps from the office's list (POST).
func (p Paths) DayRefused(school string) string { return p.school(school, "day", "refused") }

// DayEvents is the stream of server-sent events of a board (GET).
func (p Paths) DayEvents(school string, q DayQuery) string {
	return q.on(p.school(school, "day", "events"))
}

// Comparison compares today in the school system with Rollbook's marks (GET).
func (p Paths) Comparison(school string) string { return p.school(school, "comparison") }

// Students finds students by a part of a name (GET).
func (p Paths) Students(school, part string) string {
	return query(p.school(school, "students"), "q", part)
}

// FindQuery is a search for students, with the other parts of the page.
type FindQuery struct {
	// Text is a part of a name, a class or a number.
	Text string
	// Date is written YYYY-MM-DD; empty for today.
	Date string
	// Open is the enrolment of the student with an open form; Save the token of the save whose outcome is
	// shown.
	Open, Save string
	// Tray are the enrolments of the collected students, who are marked together; nil says nothing about them.
	Tray []string
}

// EmptyTray is the only element of a FindQuery's tray whose last student has left it.
const EmptyTray = "none"

// Find is the page of found students (GET), and marks one of them (POST).
func (p Paths) Find(school string, q FindQuery) string {
	pairs := []string{"q", q.Text, "date", q.Date, "open", q.Open, "saved", q.Save}
	for _, student := range q.Tray {
		pairs = append(pairs, "tray", student)
	}
	return query(p.school(school, "students"), pairs...)
}

// Suggested lists the meanings of the text in the search (GET).
func (p Paths) Suggested(school string) string { return p.school(school, "students", "suggested") }

// Tray marks all collected students (POST).
func (p Paths) Tray(school string) string { return p.school(school, "students", "tray") }

// Movements keep a movement of a student (POST).
func (p Paths) Movements(school string) string { return p.school(school, "students", "movements") }

// MovementEnd removes a movement (POST).
func (p Paths) MovementEnd(school, movement string) string {
	return p.school(school, "students", "movements", movement, "end")
}

// History is the history of an enrolment's mark on a date (YYYY-MM-DD) (GET).
func (p Paths) History(school, enrolment, date string) string {
	return query(p.school(school, "students", enrolment, "history"), "date", date)
}

// Days is the page for marking an enrolment on a range of dates (YYYY-MM-DD); both may be empty (GET, POST).
func (p Paths) Days(school, enrolment, from, to string) string {
	return query(p.school(school, "students", enrolment, "days"), "from", from, "to", to)
}

// DaysStop stops the waiting marks of a range (POST).
func (p Paths) DaysStop(school, enrolment string) string {
	return p.school(school, "students", enrolment, "days", "stop")
}

// DaysSend sends the stopped marks of a range again (POST).
func (p Paths) DaysSend(school, enrolment string) string {
	return p.school(school, "students", enrolment, "days", "send")
}

// Settings is a part of the school's settings, or their first page for an empty part (GET, POST).
func (p Paths) Settings(school, part string) string {
	if part == "" {
		return p.school(school, "settings")
	}
	return p.school(school, "settings", part)
}

// AuditQuery selects events of the audit log. Empty fields select all. Before is the id of the last event of the page
// before.
type AuditQuery struct {
	// By is a person's id, or command. Kind is a kind of events. Day is written YYYY-MM-DD.
	By, Kind, Day, Before string
}

// Audit is the page of the audit log (GET).
func (p Paths) Audit(school string, q AuditQuery) string {
	return query(p.Settings(school, "audit"), "by", q.By, "kind", q.Kind, "day", q.Day, "before", q.Before)
}

// AuditFile is the audit log as a file (GET).
func (p Paths) AuditFile(school string, q AuditQuery) string {
	return query(p.Settings(school, "audit.csv"), "by", q.By, "kind", q.Kind, "day", q.Day)
}

// StudentsImported is the page after storing the list of a school year or term (GET).
func (p Paths) StudentsImported(school, period string) string {
	return query(p.school(school, "settings", "students"), "imported", period)
}

// StudentsFile is the uploaded file of students that is not confirmed yet (GET, POST).
func (p Paths) StudentsFile(school string) string {
	return p.school(school, "settings", "students", "file")
}

// StudentsDiscard deletes that file (POST).
func (p Paths) StudentsDiscard(school string) string {
	return p.school(school, "settings", "students", "discard")
}

// StudentsSource makes the school system the source of the students again (POST).
func (p Paths) StudentsSource(school string) string {
	return p.school(school, "settings", "students", "source")
}

// StatusesSource chooses the source of the school's statuses (POST).
func (p Paths) StatusesSource(school string) string {
	return p.school(school, "settings", "statuses", "source")
}

// StatusesAlias adds another name of a status (POST).
func (p Paths) StatusesAlias(school string) string {
	return p.school(school, "settings", "statuses", "alias")
}

// Teachers is the page of the classes' teachers (GET, POST).
func (p Paths) Teachers(school string) string { return p.Settings(school, "teachers") }

// TeachersFile takes a list of classes and teachers (POST).
func (p Paths) TeachersFile(school string) string {
	return p.school(school, "settings", "teachers", "file")
}

// Groups is the page of groups of students, either the person's own or the school's (GET, POST).
func (p Paths) Groups(school string, own bool) string {
	if own {
		return p.school(school, "groups")
	}
	return p.Settings(school, "groups")
}

// Group is one group (GET, POST).
func (p Paths) Group(school, group string, own bool) string {
	return p.Groups(school, own) + p.below(group)
}

// GroupDelete deletes a group (POST).
func (p Paths) GroupDelete(school, group string, own bool) string {
	return p.Groups(school, own) + p.below(group, "delete")
}

// Hooks receives the school system's webhooks (POST).
func (p Paths) Hooks(school string) string { return p.at("hooks", school) }

// KeyAction is an action on one of the school's keys: test, use or remove (POST).
func (p Paths) KeyAction(school, key, action string) string {
	return p.school(school, "settings", "keys", key, action)
}

// WebhookSecrets adds a secret for the school system's signatures (POST).
func (p Paths) WebhookSecrets(school string) string {
	return p.school(school, "settings", "webhooks", "secrets")
}

// WebhookSecretRemove deletes a secret (POST).
func (p Paths) WebhookSecretRemove(school, secret string) string {
	return p.school(school, "settings", "webhooks", "secrets", secret, "remove")
}

// WebhookStandard resets the signing to Standard Webhooks (POST).
func (p Paths) WebhookStandard(school string) string {
	return p.school(school, "settings", "webhooks", "standard")
}

// SchoolMarks is all marks of the school, as a file (POST).
func (p Paths) SchoolMarks(school string) string {
	return p.school(school, "settings", "school", "marks.csv")
}

// RemoveSchool removes the school (POST).
func (p Paths) RemoveSchool(school string) string {
	return p.school(school, "settings", "school", "remove")
}
