package roll

import "slices"

// Item is one entry of the service's answer to a bulk save (service document,
// section 2.2), reduced to what the rule needs.
type Item struct {
	Student StudentID
	Status  string
	Date    Date
}

// Verdict is the result of an answer for one student of the request.
type Verdict string

// The verdicts.
const (
	// Confirmed: one status came back for the student.
	Confirmed Verdict = "confirmed"
	// Missing: the answer is valid and does not name the student.
	Missing Verdict = "missing"
	// Contradicted: it names the student with items that differ.
	Contradicted Verdict = "contradicted"
	// Unmatched: student ids are unknown, and the answer does not confirm the request as a whole. A person
	// must check.
	Unmatched Verdict = "unmatched"
)

// Reading is the result of an answer for all students of the request.
type Reading struct {
	// Valid is false when the answer confirms nothing. It does not prove that nothing was applied.
	Valid    bool
	Students []StudentReading
	// Unsent counts the items for students who were not sent.
	Unsent int
	// OtherStudents are the items for students of the school's list.
	OtherStudents []Item
	// Instead is true when OtherStudents replace students who were sent. The answer is then not valid.
	Instead bool
}

// NamesAll reports whether the answer confirmed each of the marks by its student's id.
func (r Reading) NamesAll(marks []Claimed) bool {
	unnamed := func(mark Claimed) bool { return mark.Student == 0 }
	unconfirmed := func(student StudentReading) bool { return student.Verdict != Confirmed }
	return r.Valid && !slices.ContainsFunc(marks, unnamed) && !slices.ContainsFunc(r.Students, unconfirmed)
}

// StudentReading is the result of an answer for one student. A Reading lists them in the order of the
// request.
type StudentReading struct {
	Enrolment EnrolmentID
	Verdict   Verdict
	Returned  string
}

// Read compares an answer with the request for the date. Listed contains those of its Strangers who are
// students of the school's list. An answer is valid when it names at least one student sent, and every item
// of a student sent has that date and a status. Exact repeats count once. Enrolments that share a student
// share the item.
//
// A row with a student id is confirmed by that id alone. Rows without one are confirmed as a whole: by
// exactly as many further items, all with one status, none for a student of the list. An answer that names
// students of the list instead of students sent confirms no row.
func Read(rows []SaveRow, date Date, items []Item, listed map[StudentID]bool) Reading {
	reading := answerReading{
		date: date, listed: listed, returned: make(map[StudentID]string, len(rows)),
		contradicted: make(map[StudentID]bool), further: make(map[Item]bool),
	}
	reading.sent, reading.nameless = sentStudents(rows)
	for _, item := range items {
		if !reading.take(item) {
			return Reading{Unsent: reading.unsent}
		}
	}
	return reading.of(rows)
}

// Strangers returns the students whom an answer names although they were not sent.
func Strangers(rows []SaveRow, items []Item) []StudentID {
	sent, _ := sentStudents(rows)
	var strangers []StudentID
	for _, item := range items {
		if !sent[item.Student] {
			strangers = append(strangers, item.Student)
		}
	}
	return strangers
}

// sentStudents returns the students of the rows, and the number of rows without a student id.
func sentStudents(rows []SaveRow) (sent map[StudentID]bool, nameless int) {
	sent = make(map[StudentID]bool, len(rows))
	for _, row := range rows {
		if row.Student == 0 {
			nameless++
		} else {
			sent[row.Student] = true
		}
	}
	return sent, nameless
}

// answerReading collects the items of an answer.
type answerReading struct {
	date         Date
	listed, sent map[StudentID]bool
	nameless     int

	returned     map[StudentID]string
	contradicted map[StudentID]bool
	// further are the distinct items for students who were neither sent nor on the list.
	further map[Item]bool
	others  []Item
	unsent  int
}

// take adds an item. It returns false for an item that invalidates the answer.
func (r *answerReading) take(item Item) bool {
	whole := item.Date == r.date && item.Status != ""
	switch {
	case r.sent[item.Student]:
		if before, twice := r.returned[item.Student]; twice && before != item.Status {
			r.contradicted[item.Student] = true
		}
		r.returned[item.Student] = item.Status
		return whole
	case r.listed[item.Student]:
		r.unsent++
		r.others = append(r.others, item)
		return true
	}
	r.unsent++
	r.further[item] = true
	return whole || r.nameless == 0
}

// of returns the reading after all items are taken.
func (r *answerReading) of(rows []SaveRow) Reading {
	status, together := r.together()
	reading := Reading{Unsent: r.unsent, OtherStudents: r.others, Instead: len(r.others) > 0 && r.leftOut()}
	if reading.Instead {
		return reading
	}
	reading.Valid = len(r.returned) > 0 || r.nameless > 0 && r.unsent > 0
	if together {
		reading.Unsent -= len(r.further)
	}
	reading.Students = make([]StudentReading, len(rows))
	for i, row := range rows {
		student := StudentReading{Enrolment: row.Enrolment, Verdict: Missing}
		returned, named := r.returned[row.Student]
		switch {
		case row.Student == 0 && together:
			student.Verdict, student.Returned = Confirmed, status
		case row.Student == 0:
			student.Verdict = Unmatched
		case r.contradicted[row.Student]:
			student.Verdict = Contradicted
		case named:
			student.Verdict, student.Returned = Confirmed, returned
		}
		reading.Students[i] = student
	}
	return reading
}

// together reports whether the rows without a student id are confirmed as a whole, and with which status.
func (r *answerReading) together() (status string, confirmed bool) {
	if r.nameless == 0 || len(r.further) != r.nameless || len(r.others) > 0 {
		return "", false
	}
	for item := range r.further {
		if status != "" && status != item.Status {
			return "", false
		}
		status = item.Status
	}
	return status, true
}

// leftOut reports whether students who were sent have no item.
func (r *answerReading) leftOut() bool {
	return len(r.returned) < len(r.sent) || len(r.further) < r.nameless
}
