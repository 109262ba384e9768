package paths

// RollQuery says which roll is meant. Empty fields are left to the page to choose.
type RollQuery struct {
	// Period is the id of the school period.
	Period string
	// Class is the class's id, else its name.
	Class string
	// Date is written YYYY-MM-DD.
	Date string
	// Save is the token of a save whose outcome the page shows, OthersSave that of the second
	// save of the same press.
	Save, OthersSave string
	// Opening proves that the page which asks was opened on a tablet with a PIN.
	Opening string
	// Generation is that of the page that hears of its marks; 0 where none does.
	Generation int64
}

func (q RollQuery) on(path string) string {
	return query(path, "period", q.Period, "class", q.Class, "date", q.Date, "save", q.Save, "others_save", q.OthersSave, "opening", q.Opening,
		"generation", later(q.Generation))
}

// School is the school's first page: today, with its classes (GET).
func (p Paths) School(school string) string { return p.school(school) }

// FirstPage returns the page on which somebody begins in the school: the office at the day board,
// everybody else with the classes (GET).
func (p Paths) FirstPage(school string, office bool) string {
	if office {
		return p.Day(school, "")
	}
	return p.School(school)
}

// ChoosePeriod remembers the school year or term that a person works in (POST).
func (p Paths) ChoosePeriod(school string) string { return p.school(school, "period") }

// Roll is the roll of a class on a date (GET).
func (p Paths) Roll(school string, q RollQuery) string { return q.on(p.school(school, "roll")) }

// RollAction takes the roll's form (POST).
func (p Paths) RollAction(school string) string { return p.school(school, "roll") }

// RollStatuses is the status cells of a roll and nothing else (GET).
func (p Paths) RollStatuses(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "statuses"))
}

// RollEvents is the stream of server-sent events of a roll (GET).
func (p Paths) RollEvents(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "events"))
}

// Save tells what became of a save (GET).
func (p Paths) Save(school, token string) string { return p.school(school, "saves", token) }

// SaveRequest is exactly what was sent for a save, and what was answered (GET); others is
// the token of the second save of the same press, empty for none.
func (p Paths) SaveRequest(school, token, others string) string {
	return query(p.school(school, "saves", token, "request"), "others_save", others)
}

// SaveDecisions takes what a person decides about rows in conflict (POST).
func (p Paths) SaveDecisions(school, token string) string {
	return p.school(school, "saves", token, "decisions")
}

// SaveSend sends one save that had stopped (POST).
func (p Paths) SaveSend(school, token string) string { return p.school(school, "saves", token, "send") }

// SaveByHand marks one stopped save as keyed by hand (POST).
func (p Paths) SaveByHand(school, token string) string {
	return p.school(school, "saves", token, "by-hand")
}

// Connection is the page about the connection to the school system (GET).
func (p Paths) Connection(school string) string { return p.school(school, "connection") }

// ConnectionKey takes a new key of the school system (POST).
func (p Paths) ConnectionKey(school string) string { return p.school(school, "connection", "key") }

// ConnectionStart begins to send from a database that is a copy (POST).
func (p Paths) ConnectionStart(school string) string { return p.school(school, "connection", "start") }

// ConnectionSend sends every save that had stopped (POST).
func (p Paths) ConnectionSend(school string) string { return p.school(school, "connection", "send") }

// ConnectionChecked shows the page to which a check of all lists leads (GET).
func (p Paths) ConnectionChecked(school string) string {
	return p.ConnectionSettings(school, "") + "?checked=1"
}

// ConnectionList puts a held list of students in use (POST).
func (p Paths) ConnectionList(school string) string { return p.school(school, "connection", "list") }

// ConnectionMoved decides about a mark of before the connection became another one (POST).
func (p Paths) ConnectionMoved(school string) string { return p.school(school, "connection", "moved") }

// ConnectionMovedSend sends those of them whose students are the same (POST).
func (p Paths) ConnectionMovedSend(school string) string {
	return p.school(school, "connection", "moved", "send")
}

// ConnectionWaiting is the list, made for paper, of the marks that wait (GET).
func (p Paths) ConnectionWaiting(school string) string {
	return p.school(school, "connection", "waiting")
}

// Day is the office's page of a date (YYYY-MM-DD), today where date is empty (GET).
func (p Paths) Day(school, date string) string { return query(p.school(school, "day"), "date", date) }

// DayQuery says which board is meant. Empty fields are left to the page to choose.
type DayQuery struct {
	// Period is the id of the school period.
	Period string
	// Date is written YYYY-MM-DD.
	Date string
}

func (q DayQuery) on(path string) string { return query(path, "period", q.Period, "date", q.Date) }

// DayCells is the part of a board that changes and nothing else (GET).
func (p Paths) DayCells(school string, q DayQuery) string {
	return q.on(p.school(school, "day", "cells"))
}

// DayRefused takes refused taps off the office's list (POST).
func (p Paths) DayRefused(school string) string { return p.school(school, "day", "refused") }

// DayEvents is the stream of server-sent events of a board (GET).
func (p Paths) DayEvents(school string, q DayQuery) string {
	return q.on(p.school(school, "day", "events"))
}

// Comparison holds today in the school system beside Rollbook's marks (GET).
func (p Paths) Comparison(school string) string { return p.school(school, "comparison") }

// Students finds students by a part of a name (GET).
func (p Paths) Students(school, part string) string {
	return query(p.school(school, "students"), "q", part)
}

// FindQuery says who is sought, and what the page shows besides.
type FindQuery struct {
	// Text is a part of a name, a class or a number.
	Text string
	// Date is written YYYY-MM-DD; empty for today.
	Date string
	// Open is the enrolment of the student who can be marked; Save the token of the save
	// whose outcome is shown.
	Open, Save string
	// Tray are the enrolments of the students who are collected, to be marked at once.
	Tray []string
}

// Find is the page of the students who are found (GET), and takes a mark of one of them (POST).
func (p Paths) Find(school string, q FindQuery) string {
	pairs := []string{"q", q.Text, "date", q.Date, "open", q.Open, "saved", q.Save}
	for _, student := range q.Tray {
		pairs = append(pairs, "tray", student)
	}
	return query(p.school(school, "students"), pairs...)
}

// Tray takes one mark of all students who are collected (POST).
func (p Paths) Tray(school string) string { return p.school(school, "students", "tray") }

// History is all that happened to the mark of an enrolment on a date (YYYY-MM-DD) (GET).
func (p Paths) History(school, enrolment, date string) string {
	return query(p.school(school, "students", enrolment, "history"), "date", date)
}

// Days is the page that marks an enrolment on a range of dates (YYYY-MM-DD); both may be
// empty (GET, POST).
func (p Paths) Days(school, enrolment, from, to string) string {
	return query(p.school(school, "students", enrolment, "days"), "from", from, "to", to)
}

// DaysStop stops what still waits of a range (POST).
func (p Paths) DaysStop(school, enrolment string) string {
	return p.school(school, "students", enrolment, "days", "stop")
}

// DaysSend sends again what stopped of a range (POST).
func (p Paths) DaysSend(school, enrolment string) string {
	return p.school(school, "students", enrolment, "days", "send")
}

// Settings is a part of the school's settings, or their first page where part is empty (GET, POST).
func (p Paths) Settings(school, part string) string {
	if part == "" {
		return p.school(school, "settings")
	}
	return p.school(school, "settings", part)
}

// StudentsImported says that the list of a school year or term was stored (GET).
func (p Paths) StudentsImported(school, period string) string {
	return query(p.school(school, "settings", "students"), "imported", period)
}

// StudentsFile is the file of students that waits to be confirmed (GET, POST).
func (p Paths) StudentsFile(school string) string {
	return p.school(school, "settings", "students", "file")
}

// StudentsDiscard forgets that file (POST).
func (p Paths) StudentsDiscard(school string) string {
	return p.school(school, "settings", "students", "discard")
}

// StudentsSource has the school system's list of students be read again (POST).
func (p Paths) StudentsSource(school string) string {
	return p.school(school, "settings", "students", "source")
}

// StatusesSource says where the school's statuses come from (POST).
func (p Paths) StatusesSource(school string) string {
	return p.school(school, "settings", "statuses", "source")
}

// StatusesAlias takes another name of a status (POST).
func (p Paths) StatusesAlias(school string) string {
	return p.school(school, "settings", "statuses", "alias")
}

// Groups is the page on which students are put together in groups, a person's own or else
// the school's (GET, POST).
func (p Paths) Groups(school string, own bool) string {
	if own {
		return p.school(school, "groups")
	}
	return p.Settings(school, "groups")
}

// Group is one of them (GET, POST).
func (p Paths) Group(school, group string, own bool) string {
	return p.Groups(school, own) + p.below(group)
}

// GroupDelete ends one of them (POST).
func (p Paths) GroupDelete(school, group string, own bool) string {
	return p.Groups(school, own) + p.below(group, "delete")
}

// Hooks takes the school system's reports of changes (POST).
func (p Paths) Hooks(school string) string { return p.at("hooks", school) }

// KeyAction does something to one of the school's keys: test, use or remove (POST).
func (p Paths) KeyAction(school, key, action string) string {
	return p.school(school, "settings", "keys", key, action)
}

// WebhookSecrets takes a further secret with which the school system signs (POST).
func (p Paths) WebhookSecrets(school string) string {
	return p.school(school, "settings", "webhooks", "secrets")
}

// WebhookSecretRemove forgets a secret (POST).
func (p Paths) WebhookSecretRemove(school, secret string) string {
	return p.school(school, "settings", "webhooks", "secrets", secret, "remove")
}

// WebhookStandard goes back to the signing of Standard Webhooks (POST).
func (p Paths) WebhookStandard(school string) string {
	return p.school(school, "settings", "webhooks", "standard")
}

// SchoolMarks is everything that was marked in the school, as a file (POST).
func (p Paths) SchoolMarks(school string) string {
	return p.school(school, "settings", "school", "marks.csv")
}

// RemoveSchool removes the school (POST).
func (p Paths) RemoveSchool(school string) string {
	return p.school(school, "settings", "school", "remove")
}
