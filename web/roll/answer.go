package roll

// Item is one entry of the service's answer to a bulk save (service document,
// section 2.2), reduced to what the rule needs.
type Item struct {
	Student StudentID
	Status  string
	Date    Date
}

// Verdict is what an answer says of one student that was asked for.
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

// Reading is what an answer says of all students that were asked for.
type Reading struct {
	// Valid is false when the answer confirms nothing and may not be trusted to
	// say that nothing was applied.
	Valid    bool
	Students []StudentReading
	// Unasked counts the items that nobody asked for.
	Unasked int
}

// StudentReading is what an answer says of one of them, in the order asked.
type StudentReading struct {
	Enrolment EnrolmentID
	Verdict   Verdict
	Returned  string
}

// Read holds an answer against what was asked on the date. An answer is valid
// when it names at least one student sent, and every item of a student sent has
// that date and a status. Exact repeats count once; enrolments that share a
// student share the item.
//
// Where a student's id is not known the request is confirmed only as a whole: as
// many distinct items as enrolments, all with one status.
func Read(asked []Asked, date Date, items []Item) Reading {
	for _, row := range asked {
		if row.Student == 0 {
			return readWhole(asked, date, items)
		}
	}
	return readByStudent(asked, date, items)
}

func readByStudent(asked []Asked, date Date, items []Item) Reading {
	sent := make(map[StudentID]bool, len(asked))
	for _, row := range asked {
		sent[row.Student] = true
	}
	var reading Reading
	returned := make(map[StudentID]string, len(asked))
	contradicted := make(map[StudentID]bool)
	for _, item := range items {
		if !sent[item.Student] {
			reading.Unasked++
			continue
		}
		if item.Date != date || item.Status == "" {
			return Reading{Unasked: reading.Unasked}
		}
		if before, twice := returned[item.Student]; twice && before != item.Status {
			contradicted[item.Student] = true
		}
		returned[item.Student] = item.Status
	}
	reading.Valid = len(returned) > 0
	for _, row := range asked {
		student := StudentReading{Enrolment: row.Enrolment, Verdict: Missing}
		if status, named := returned[row.Student]; named && contradicted[row.Student] {
			student.Verdict = Contradicted
		} else if named {
			student.Verdict, student.Returned = Confirmed, status
		}
		reading.Students = append(reading.Students, student)
	}
	return reading
}

func readWhole(asked []Asked, date Date, items []Item) Reading {
	reading := Reading{Valid: len(items) > 0}
	distinct := make(map[Item]bool, len(items))
	status := ""
	whole := true
	for _, item := range items {
		if item.Date != date || item.Status == "" {
			return Reading{}
		}
		whole = whole && (status == "" || status == item.Status)
		status = item.Status
		distinct[item] = true
	}
	whole = whole && len(distinct) == len(asked)
	for _, row := range asked {
		student := StudentReading{Enrolment: row.Enrolment, Verdict: Unmatched}
		if whole {
			student.Verdict, student.Returned = Confirmed, status
		}
		reading.Students = append(reading.Students, student)
	}
	return reading
}
