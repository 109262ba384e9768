package settings

import (
	"cmp"
	"errors"
	"net/url"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// choicesMost limits the students shown at once.
const choicesMost = 200

// choice selects the students that a page offers for a group.
type choice struct {
	// class is one class; empty for none.
	class roll.ClassID
	// find is a part of a name; empty for no search.
	find string
}

func choiceOf(values url.Values) choice {
	return choice{class: roll.ClassID(values.Get("class")), find: strings.TrimSpace(values.Get("q"))}
}

// One shows a group with its students, and others to add.
func (g *GroupLists) One(v *visit.Visit) error {
	group, err := g.find(v)
	if err != nil {
		return err
	}
	chosen := choiceOf(v.Request().Form)
	students := v.Students(group.Period)
	classes, _, err := g.rosters.Classes(v.Ctx, v.School, group.Period)
	v.Keep(err)
	_, members := group.Of(students)
	view := &settings.GroupView{
		Page: g.pages.Page(v, group.Name, g.nav()), Own: g.own, ID: group.ID, Period: group.Period, Name: group.Name, Classes: naming.NamedClasses(v, classes), Class: chosen.class, Find: chosen.find,
	}
	in := make(map[roll.EnrolmentID]bool)
	line := distinguished(v, students)
	for _, student := range members {
		in[student.ID] = true
		view.Members = append(view.Members, line(student))
	}
	for _, student := range students {
		if in[student.ID] || !chosen.offers(student) {
			continue
		}
		if in[student.ID] = true; len(view.Offered) == choicesMost {
			view.More = true
			break
		}
		view.Offered = append(view.Offered, line(student))
	}
	return g.pages.Show(v, settings.Group(view))
}

// distinguished formats students so that they can be distinguished: with their numbers when several of a class
// have the same name.
func distinguished(v *visit.Visit, students []roll.Enrolment) func(roll.Enrolment) settings.GroupStudent {
	type namesake struct {
		class roll.ClassID
		name  string
	}
	several, numbers := make(map[namesake]int), make(map[roll.EnrolmentID]int)
	for _, student := range students {
		several[namesake{student.Class, student.Name()}]++
		numbers[student.ID] = cmp.Or(numbers[student.ID], student.Number)
	}
	return func(student roll.Enrolment) settings.GroupStudent {
		shown := settings.GroupStudent{Enrolment: student.ID, Name: naming.StudentName(v.Words, student), Class: naming.ClassNameOf(v.Words, student)}
		if student.Name() != "" && several[namesake{student.Class, student.Name()}] > 1 {
			shown.Name = v.Words.Text("roll.same_name", "Name", shown.Name, "Number", numbers[student.ID])
		}
		return shown
	}
}

// offers reports whether the student matches the chosen class and name.
func (c choice) offers(student roll.Enrolment) bool {
	if c.class == "" && c.find == "" || c.class != "" && student.Class != c.class {
		return false
	}
	return strings.Contains(tables.Fold(student.Name()), tables.Fold(c.find))
}

// Edit names a group and changes its members: of the shown students it keeps the ticked ones.
func (g *GroupLists) Edit(v *visit.Visit) error {
	group, err := g.find(v)
	if err != nil {
		return err
	}
	form := v.Request().PostForm
	shown, err := visit.EnrolmentsOf(form["shown"])
	ticked, tickedErr := visit.EnrolmentsOf(form["enrolment"])
	if err = errors.Join(err, tickedErr); err != nil {
		return roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	if err := g.judgeMembers(v, group, ticked); err != nil {
		return err
	}
	groups, err := g.ofPeriod(v, group.Period)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(form.Get("name"))
	if err = nameProblem(name, groups, group.ID); err == nil && membersAfter(group, shown, ticked) > roll.GroupMembers {
		err = roll.Problem(roll.Meaningless, "group_list.problem.too_large")
	}
	if err == nil {
		err = g.store.EditGroup(v.Ctx, v.School.ID, group.ID, name, shown, ticked)
	}
	said := "group"
	if class := form.Get("class"); class != "" {
		said += "&class=" + url.QueryEscape(class)
	}
	return visit.After(v, err, g.pages.Paths.Group(string(v.School.ID), string(group.ID), g.own), said, g.One)
}

// judgeMembers refuses students who are not on the period's list.
func (g *GroupLists) judgeMembers(v *visit.Visit, group roll.Group, ticked []roll.EnrolmentID) error {
	students, _, err := g.rosters.Students(v.Ctx, v.School, group.Period)
	if err != nil {
		return err
	}
	known := roll.Listed(students)
	for _, id := range ticked {
		if !known[id] {
			return roll.Problem(roll.Meaningless, "problem.what.422")
		}
	}
	return nil
}

// membersAfter returns the number of students that the group would have.
func membersAfter(group roll.Group, shown, ticked []roll.EnrolmentID) int {
	members := make(map[roll.EnrolmentID]bool)
	for _, id := range group.Members {
		members[id] = true
	}
	for _, id := range shown {
		delete(members, id)
	}
	for _, id := range ticked {
		members[id] = true
	}
	return len(members)
}
