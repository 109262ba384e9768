package roll

import "slices"

// Item is one entry of the service's answer to a bulk save (service document,
// section 2.2), reduced to what the rule needs.
type Item struct {
	Student StudentID
	Status  string
	Date    Date
}

// Verdict sums up what an answer says of one student that was asked for.
type Verdict string

// The verdicts.
const (
	// Confirmed: one status came back for the student.
	Confirmed Verdict = "confirmed"
	// Missing: the answer is valid and does not name the student.
	Missing Verdict = "missing"
	// Contradicted: it names the student with items that differ.
	Contradicted Verdict = "contradicted"
	// Unmatched: students' ids are not known, and the answer does not confirm the
	// request as a whole. A person has to look.
	Unmatched Verdict = "unmatched"
)

// Reading holds what an answer says of all students that were asked for.
type Reading struct {
	// Valid is false when the answer confirms nothing and may not be trusted to
	// say that nothing was applied.
	Valid    bool
	Students []StudentReading
	// Unasked counts the items that nobody asked for.
	Unasked int
	// Others are the unasked items that name students of the school's list.
	Others []Item
	// Instead is true where the answer names them in place of students who were sent. The
	// answer is not valid then.
	Instead bool
}

// NamesAll tells whether an answer confirmed each of the marks by its student's number.
func (r Reading) NamesAll(marks []Claimed) bool {
	unnamed := func(mark Claimed) bool { return mark.Student == 0 }
	unconfirmed := func(student StudentReading) bool { return student.Verdict != Confirmed }
	return r.Valid && !slices.ContainsFunc(marks, unnamed) && !slices.ContainsFunc(r.Students, unconfirmed)
}

// StudentReading holds what an answer says of one student. A Reading has them in the order asked.
type StudentReading struct {
	Enrolment EnrolmentID
	Verdict   Verdict
	Returned  string
}

// Read holds an answer against what was asked on the date; listed tells which of its
// Strangers are students of the school's list. An answer is valid when it names at least
// one student sent, and every item of a student sent has that date and a status. Exact
// repeats count once; enrolments that share a student share the item.
//
// A row whose student's id is known is confirmed by that id alone. Rows without one are
// confirmed as a whole: by exactly as many further items, all with one status, none of
// which names a student of the list. An answer that names students of the list in place of
// students who were sent confirms nobody.
func Read(asked []Asked, date Date, items []Item, listed map[StudentID]bool) Reading {
	reading := answerReading{
		date: date, listed: listed, sent: sentStudents(asked), nameless: nameless(asked),
		returned: make(map[StudentID]string, len(asked)),
	}
	for _, item := range items {
		if !reading.take(item) {
			return Reading{Unasked: reading.unasked}
		}
	}
	return reading.of(asked)
}

// Strangers lists the students whom an answer names although nobody asked for them.
func Strangers(asked []Asked, items []Item) []StudentID {
	sent := sentStudents(asked)
	var strangers []StudentID
	for _, item := range items {
		if !sent[item.Student] {
			strangers = append(strangers, item.Student)
		}
	}
	return strangers
}

func sentStudents(asked []Asked) map[StudentID]bool {
	sent := make(map[StudentID]bool, len(asked))
	for _, row := range asked {
		if row.Student != 0 {
			sent[row.Student] = true
		}
	}
	return sent
}

// nameless counts the rows whose student's id is not known.
func nameless(asked []Asked) int {
	count := 0
	for _, row := range asked {
		if row.Student == 0 {
			count++
		}
	}
	return count
}

// answerReading is an answer while it is read.
type answerReading struct {
	date         Date
	listed, sent map[StudentID]bool
	nameless     int

	returned     map[StudentID]string
	contradicted map[StudentID]bool
	// further holds once each item that names neither a student sent nor one of the list.
	further map[Item]bool
	others  []Item
	unasked int
}

// take notes an item. It returns false for one that makes the answer worthless.
func (r *answerReading) take(item Item) bool {
	whole := item.Date == r.date && item.Status != ""
	switch {
	case r.sent[item.Student]:
		if before, twice := r.returned[item.Student]; twice && before != item.Status {
			note(&r.contradicted, item.Student, true)
		}
		r.returned[item.Student] = item.Status
		return whole
	case r.listed[item.Student]:
		r.unasked++
		r.others = append(r.others, item)
		return true
	}
	r.unasked++
	note(&r.further, item, true)
	return whole || r.nameless == 0
}

func note[K comparable, V any](into *map[K]V, key K, value V) {
	if *into == nil {
		*into = make(map[K]V)
	}
	(*into)[key] = value
}

// of returns the reading once all items are taken.
func (r *answerReading) of(asked []Asked) Reading {
	status, together := r.together()
	reading := Reading{Unasked: r.unasked, Others: r.others, Instead: len(r.others) > 0 && r.leftOut()}
	if reading.Instead {
		return reading
	}
	reading.Valid = len(r.returned) > 0 || r.nameless > 0 && r.unasked > 0
	if together {
		reading.Unasked -= len(r.further)
	}
	reading.Students = make([]StudentReading, len(asked))
	for i, row := range asked {
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

// together tells whether the rows without a student's id are confirmed as a whole, and with
// which status.
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

// leftOut tells whether students who were sent have no item.
func (r *answerReading) leftOut() bool {
	return len(r.returned) < len(r.sent) || len(r.further) < r.nameless
}
