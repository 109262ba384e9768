package connecting

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// OthersView is the page of the students who may have been marked in place of those who were sent.
type OthersView struct {
	layout.Page
	// Paused is true while nothing is sent because of them, Since the time since which, as
	// Words.Clock writes it.
	Paused bool
	Since  string
	// MayDecide is true for a person who may mend the connection, or say that the students are right.
	MayDecide bool
	// Answers are the answers that nobody has seen to, the newest first.
	Answers []OthersAnswer
	// Decided are the decisions of people about the connection, the newest first.
	Decided []ConnectionWord
	// Problem says in a sentence why a decision was not taken; Reason is the text that was typed with it.
	Problem, Reason string
}

// OthersAnswer is an answer that named students who were not sent.
type OthersAnswer struct {
	// Clock is the time at which it came, as Words.Clock writes it, with its date where that is not today.
	Clock string
	// Save is the save that was answered: By marked students of Class as Status.
	Save              roll.Token
	Class, Status, By string
	// Sent are the names of the students who were sent.
	Sent []string
	// Named are the students whom the answer named.
	Named []OthersName
	// Instead is true where it named them in place of students who were sent.
	Instead bool
}

// OthersName is a student whom an answer named without having been asked for.
type OthersName struct {
	Name, Class, Status string
	Date                roll.Date
}

// ConnectionWord is a person's decision about the connection.
type ConnectionWord struct {
	Kind              roll.ConnectionDecisionKind
	By, Clock, Reason string
}

// state tells in one sentence how things stand.
func (v *OthersView) state() string {
	switch {
	case v.Paused:
		return v.Words.Text("others.paused", "Clock", v.Since)
	case len(v.Answers) > 0:
		return v.Words.Text("others.goes_on")
	}
	return v.Words.Text("others.nobody")
}
