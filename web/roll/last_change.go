package roll

import "time"

// Taking records who marked at what time.
type Taking struct {
	By Actor
	At time.Time
}

// LastChange is the newest change of a student's mark on a date.
type LastChange struct {
	Enrolment EnrolmentID
	Date      Date
	// Taken is the first mark by a person; only taps have no person.
	Taken Taking
	// From is the name of the status before, or empty.
	From string
	// Intent is the chosen value. Of a status found in the school system only the name is known.
	Intent
	At time.Time
	// By is the person who chose the status; zero when reading the day found it in the school system.
	By Actor
}

// Corrects reports whether the mark was changed after it was first taken.
func (c LastChange) Corrects() bool { return c.At.After(c.Taken.At) }

// After returns the change as one that follows the one before it. A person's mark after a tap is the first.
func (c LastChange) After(before LastChange) LastChange {
	c.From = before.Status.Name
	if !before.Taken.By.Taps() || c.By.Taps() || c.By == (Actor{}) {
		c.Taken = before.Taken
	}
	return c
}

// ClassTaking names the person who took a class's roll, and the last of those who changed it later.
type ClassTaking struct {
	// Taken is the person who first marked the most students, with the time of the last of these marks. It is
	// zero without marks.
	Taken Taking
	// Changed counts the students whose mark another person changed later; Last is the newest of these changes.
	Changed int
	Last    Taking
}

// TakingOf returns who took the roll of the students with these changes.
func TakingOf(changes []*LastChange) ClassTaking {
	var taking ClassTaking
	counts := make(map[Actor]int)
	for _, change := range changes {
		counts[change.Taken.By]++
	}
	// A teacher who completes the roll after taps took it.
	better := func(a, b Actor) bool {
		if a.Taps() != b.Taps() {
			return b.Taps()
		}
		return counts[a] > counts[b]
	}
	for _, change := range changes {
		first := change.Taken
		switch {
		case taking.Taken.At.IsZero(), better(first.By, taking.Taken.By):
			taking.Taken = first
		case first.By == taking.Taken.By && first.At.After(taking.Taken.At):
			taking.Taken.At = first.At
		}
	}
	for _, change := range changes {
		if !change.Corrects() || change.By == taking.Taken.By {
			continue
		}
		if taking.Changed++; change.At.After(taking.Last.At) {
			taking.Last = Taking{change.By, change.At}
		}
	}
	return taking
}

// EnrolmentIDs returns the ids of the students.
func EnrolmentIDs(students []Enrolment) []EnrolmentID {
	ids := make([]EnrolmentID, len(students))
	for i := range students {
		ids[i] = students[i].ID
	}
	return ids
}

// ChangesByClass returns the changes of each class's students.
func ChangesByClass(students []Enrolment, changes map[EnrolmentID]*LastChange) map[ClassKey][]*LastChange {
	classes := make(map[ClassKey][]*LastChange)
	for i := range students {
		if change := changes[students[i].ID]; change != nil {
			class := ClassKey{students[i].Period, students[i].Class}
			classes[class] = append(classes[class], change)
		}
	}
	return classes
}

// TakeBackLimit is how long the person who made a save may take it back. Later the office does.
const TakeBackLimit = 10 * time.Minute

// Replaced is a student of a press, with the save that the press replaced.
type Replaced struct {
	// Kept has the version that the press made.
	Kept
	// Given is the student's save of the press.
	Given Save
	// Before is the newest save before it. Its Token is empty for a student without a mark.
	Before Save
}
