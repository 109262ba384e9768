package connecting

import (
	"time"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// OtherStudentsView is the page of the students who may have been marked instead of those sent.
type OtherStudentsView struct {
	layout.Page
	// Paused is true while sending is paused because of them, since the time Since.
	Paused bool
	Since  time.Time
	// MayDecide is true for a person who may repair the connection, or answer that the students are right.
	MayDecide bool
	// Answers are the answers that need a decision, the newest first.
	Answers []OtherStudentsAnswer
	// Decided are people's decisions about the connection, the newest first.
	Decided []roll.ConnectionDecision
	// Reason is the reason entered with a refused decision.
	Reason string
}

// OtherStudentsAnswer is an answer that named students who were not sent.
type OtherStudentsAnswer struct {
	// Clock is the time of the answer, as Words.Clock writes it, with the date if that is not today.
	Clock string
	// Kept is the save of the answer.
	Kept
	// Sent are the names of the students sent.
	Sent []string
	// Named are the students named in the answer.
	Named []OtherStudentName
	// Instead is true if the answer named them in place of students who were sent.
	Instead bool
}

// OtherStudentName is a student named in an answer but not sent.
type OtherStudentName struct {
	roll.OtherNamed
	Name, Class string
}

// state returns one sentence about the present state.
func (v *OtherStudentsView) state() string {
	switch {
	case v.Paused:
		return v.Words.Text("others.paused", "Clock", v.ClockOf(v.Since))
	case len(v.Answers) > 0:
		return v.Words.Text("others.goes_on")
	}
	return v.Words.Text("others.nobody")
}
