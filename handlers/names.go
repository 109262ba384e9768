package handlers

import (
	"rollbook/web/language"
	"rollbook/web/roll"
)

// names are the names of a period's students, for pages about marks whose students
// may have left the list since.
type names struct {
	words    *language.Words
	students map[roll.EnrolmentID]roll.Enrolment
	order    map[roll.EnrolmentID]int
}

func namesOf(v *visit, rosters ClassRosters, period roll.PeriodID) (names, error) {
	students, _, err := rosters.Students(v.ctx, v.school, period)
	if err != nil {
		return names{}, err
	}
	known := names{
		words:    v.words,
		students: make(map[roll.EnrolmentID]roll.Enrolment, len(students)),
		order:    make(map[roll.EnrolmentID]int, len(students)),
	}
	for i, student := range students {
		known.students[student.ID], known.order[student.ID] = student, i
	}
	return known, nil
}

// of is the student's name; a student who is on no list any more has a number.
func (n names) of(enrolment roll.EnrolmentID, student roll.StudentID) string {
	if name := n.students[enrolment].Name(); name != "" {
		return name
	}
	if student != 0 {
		return n.words.Text("story.unnamed", "Number", student)
	}
	return n.words.Text("story.unnamed", "Number", enrolment)
}

// place is where the student stands in the school's list; those who are on no list
// any more come last.
func (n names) place(enrolment roll.EnrolmentID) int {
	if place, known := n.order[enrolment]; known {
		return place
	}
	return len(n.order)
}

// classNameOf is the name of the student's class; what has none goes by its id.
func classNameOf(words *language.Words, student roll.Enrolment) string {
	switch {
	case student.ClassName != "":
		return student.ClassName
	case student.Class == roll.WholePeriod:
		return words.Text("home.whole_period")
	}
	return string(student.Class)
}

// byline names who did something, with the role: "K. Osei (office)".
func byline(words *language.Words, actor roll.Actor) string {
	return words.Text("roll.by_"+string(actor.Role), "Name", actor.Name)
}

// signed is the name where the role does not matter. What somebody typed who has no account
// never stands alone: it could be a name of a member of staff.
func signed(words *language.Words, actor roll.Actor) string {
	if actor.Role == roll.Covering {
		return byline(words, actor)
	}
	return actor.Name
}

// savedFor is what the class of a save is called.
func savedFor(v *visit, save roll.Save) string {
	if save.Class == roll.ManyClasses {
		return v.words.Text("find.many_classes")
	}
	return save.ClassName
}

// wallTime is the time that a mark carries, HH:MM, without the offset with which
// the history keeps it.
func wallTime(observed string) string {
	const minutes = len("15:04")
	return observed[:min(len(observed), minutes)]
}
