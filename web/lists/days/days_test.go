package days

import (
	"fmt"
	"slices"
	"testing"

	"rollbook/web/roll"
)

func one(id roll.EnrolmentID, student roll.StudentID, name, class string) roll.Enrolment {
	return roll.Enrolment{ID: id, Student: student, Given: name, Class: roll.ClassID(class), ClassName: class}
}

func TestTheLongerListAddsOnlyChildrenWhomTheShorterLacks(t *testing.T) {
	t.Parallel()
	for says, lists := range map[string]struct {
		shorter, longer []roll.Enrolment
		added           string
	}{
		"the same student id": {
			[]roll.Enrolment{one(1, 11, "Ada", "7A")}, []roll.Enrolment{one(5, 11, "Ada L", "7B"), one(6, 12, "Bob", "7B")}, "[6]"},
		"the same number without ids": {
			[]roll.Enrolment{one(1, 0, "Ada", "7A")}, []roll.Enrolment{one(1, 0, "Ada", "7B"), one(2, 0, "Bob", "7A")}, "[2]"},
		"a number that is another child's": {
			[]roll.Enrolment{one(1, 0, "Ada", "7A")}, []roll.Enrolment{one(1, 0, "Zed", "7B")}, "[1]"},
		"the same name in the same class, with other numbers": {
			[]roll.Enrolment{one(1, 0, "Ada", "7A")}, []roll.Enrolment{one(9, 0, "ada", "7A"), one(8, 0, "Ada", "7B")}, "[8]"},
		"namesakes in a class, of whom one may be another child": {
			[]roll.Enrolment{one(1, 0, "Ada", "7A")}, []roll.Enrolment{one(8, 0, "Ada", "7A"), one(9, 0, "Ada", "7A")}, "[8 9]"},
		"namesakes with ids": {
			[]roll.Enrolment{one(1, 11, "Ada", "7A")}, []roll.Enrolment{one(9, 12, "Ada", "7A")}, "[9]"},
		"no shorter list": {nil, []roll.Enrolment{one(9, 12, "Ada", "7A")}, "[9]"},
	} {
		if added := fmt.Sprint(roll.EnrolmentIDs(Others(lists.shorter, lists.longer))); added != lists.added {
			t.Errorf("%s: it adds %s, not %s", says, added, lists.added)
		}
	}
}

func TestTheListOfAnEarlierYearSharesItsStudents(t *testing.T) {
	t.Parallel()
	this, before, division := []roll.Enrolment{one(1, 11, "Ada", "8A"), one(2, 12, "Bob", "8A")},
		[]roll.Enrolment{one(51, 11, "Ada", "7A"), one(52, 13, "Cay", "7A")}, []roll.Enrolment{one(61, 14, "Dan", "7A")}
	if !SharesStudents(this, before) || SharesStudents(this, division) {
		t.Error("an earlier year is told from a division wrongly")
	}
	named := []roll.Enrolment{one(51, 0, "Ada", "7A"), one(52, 0, "Cay", "7A")}
	if !SharesStudents(this, named) {
		t.Error("an earlier year without ids is a division")
	}
}

func TestADivisionIsNamedWhereTwoClassesShareAName(t *testing.T) {
	t.Parallel()
	students := []roll.Enrolment{one(1, 11, "Ada", "7A"), one(2, 12, "Bob", "8A"), one(3, 13, "Cay", "7A"), one(4, 14, "Dan", "")}
	students[0].Period, students[1].Period, students[2].Period, students[3].Period = "p", "p", "s", "s"
	NameDivisions(students, []roll.Period{{ID: "p", Name: "Primary"}, {ID: "s", Name: "Secondary"}})
	var named []string
	for _, student := range students {
		named = append(named, student.Division)
	}
	if !slices.Equal(named, []string{"Primary", "", "Secondary", ""}) {
		t.Errorf("the divisions are %q", named)
	}
}
