package settings

import (
	"cmp"
	"crypto/rand"
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/lists/tables"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// GroupLists shows the pages of groups of students.
type GroupLists struct {
	base
	// own is true for the pages of a person's own groups, false for those of the school's.
	own bool
}

// groupsMost limits the groups of a period for the school, or for a person.
const groupsMost = 200

// owner returns the person whose groups the pages show; empty for the school's.
func (g *GroupLists) owner(v *visit.Visit) roll.PersonID {
	if g.own {
		return v.Person.ID
	}
	return ""
}

// Get lists the groups.
func (g *GroupLists) Get(v *visit.Visit) error {
	view := &settings.GroupsView{Page: g.pages.Page(v, "", g.nav()), Own: g.own, Name: v.Request().PostForm.Get("name")}
	var err error
	view.Period, err = naming.PeriodNear(v, v.Today())
	if errors.Is(err, roll.ErrNoPeriods) {
		return g.pages.Show(v, settings.Groups(view))
	}
	v.Check(err)
	students := v.Students(view.Period.ID)
	groups := visit.Checked(g.ofPeriod(v, view.Period.ID))(v)
	for _, group := range groups {
		class, _ := group.Of(students)
		view.Groups = append(view.Groups, class)
	}
	return g.pages.Show(v, settings.Groups(view))
}

func (g *GroupLists) nav() string {
	if g.own {
		return layout.NavClasses
	}
	return layout.NavSettings
}

// ofPeriod returns the groups of the page.
func (g *GroupLists) ofPeriod(v *visit.Visit, period roll.PeriodID) ([]roll.Group, error) {
	groups, err := g.store.Groups(v.Ctx, v.School.ID, period)
	return slices.DeleteFunc(groups, func(group roll.Group) bool { return group.Owner != g.owner(v) }), err
}

// Make makes a group of the form's students, or an empty one, and redirects to the page for choosing its students.
func (g *GroupLists) Make(v *visit.Visit) error {
	form := v.Request().PostForm
	name, period := strings.TrimSpace(form.Get("name")), roll.PeriodID(form.Get("period"))
	if !slices.ContainsFunc(v.Periods(), func(known roll.Period) bool { return known.ID == period }) {
		return cmp.Or(v.Failed(), visit.ErrUnknownChoice())
	}
	groups, err := g.ofPeriod(v, period)
	if err != nil {
		return err
	}
	group := roll.Group{ID: roll.GroupID(rand.Text()), Period: period, Name: name, Owner: g.owner(v)}
	if group.Members, err = g.members(v, period); err != nil {
		return err
	}
	if err = nameProblem(name, groups, ""); err == nil {
		err = g.store.AddGroup(v.Ctx, v.School.ID, group)
	}
	if err == nil {
		err = g.store.EditGroup(v.Ctx, v.School.ID, group.ID, name, nil, group.Members)
	}
	return visit.After(v, err, g.pages.Paths.To(paths.GroupsOf(g.own)+"/:group", v.School.ID, group.ID), "", g.Get)
}

// members returns the form's students of the period.
func (g *GroupLists) members(v *visit.Visit, period roll.PeriodID) ([]roll.EnrolmentID, error) {
	ids, err := visit.EnrolmentsOf(v.Request().PostForm["enrolment"])
	if err != nil || len(ids) > roll.GroupMembers {
		return nil, visit.ErrUnknownChoice()
	}
	known := roll.EnrolmentIDs(v.Students(period))
	return slices.DeleteFunc(ids, func(id roll.EnrolmentID) bool { return !slices.Contains(known, id) }), v.Failed()
}

// nameProblem returns the problem of a name among the period's others.
func nameProblem(name string, groups []roll.Group, self roll.GroupID) error {
	same := func(group roll.Group) bool { return group.ID != self && strings.EqualFold(group.Name, name) }
	switch {
	case name == "":
		return roll.Problem(roll.Meaningless, "group_list.problem.no_name")
	case utf8.RuneCountInString(name) > roll.GroupName, strings.ContainsAny(name, "\r\n\t"):
		return roll.Problem(roll.Meaningless, "group_list.problem.long_name")
	case self == "" && len(groups) >= groupsMost:
		return roll.Problem(roll.Meaningless, "group_list.problem.too_many")
	case slices.ContainsFunc(groups, same):
		return roll.Problem(roll.Meaningless, "group_list.problem.name_twice")
	}
	return nil
}

// Remove deletes a group.
func (g *GroupLists) Remove(v *visit.Visit) error {
	group, err := g.find(v)
	if err != nil {
		return err
	}
	err = g.store.DropGroup(v.Ctx, v.School.ID, group.ID)
	return visit.Done(v, err, g.pages.Paths.To(paths.GroupsOf(g.own), v.School.ID))
}

// find returns the group of the address. It does not find another person's group, or the school's on the page
// of personal ones.
func (g *GroupLists) find(v *visit.Visit) (roll.Group, error) {
	group, err := g.store.Group(v.Ctx, v.School.ID, roll.GroupID(v.Param("group")))
	if err == nil && group.Owner != g.owner(v) {
		err = roll.Problem(roll.NotFound, "problem.what.404")
	}
	return group, err
}

// choicesMost limits the students shown at once.
const choicesMost = 200

// choice selects the students that a page offers for a group.
type choice struct {
	// class is one class; empty for none.
	class roll.ClassID
	// find is a part of a name; empty for no search.
	find string
}

// One shows a group with its students, and others to add.
func (g *GroupLists) One(v *visit.Visit) error {
	group, err := g.find(v)
	if err != nil {
		return err
	}
	values := v.Request().Form
	chosen := choice{class: roll.ClassID(values.Get("class")), find: strings.TrimSpace(v.Sought())}
	students := v.Students(group.Period)
	classes, _, err := g.rosters.Classes(v.Ctx, v.School, group.Period)
	v.Check(err)
	_, members := group.Of(students)
	view := &settings.GroupView{
		Page: g.pages.Page(v, group.Name, g.nav()), Own: g.own, ID: group.ID, Period: group.Period, Name: group.Name,
		Classes: naming.NamedClasses(v, classes), Class: chosen.class, Find: chosen.find,
	}
	in := make(map[roll.EnrolmentID]bool)
	for _, student := range members {
		in[student.ID] = true
		view.Members = append(view.Members, shownIn(v, student))
	}
	for _, student := range students {
		if in[student.ID] || !chosen.offers(student) {
			continue
		}
		if in[student.ID] = true; len(view.Offered) == choicesMost {
			view.More = true
			break
		}
		view.Offered = append(view.Offered, shownIn(v, student))
	}
	return g.pages.Show(v, settings.Group(view))
}

// Search leads to the page of the group with the found students, whose address does not have the words.
func (g *GroupLists) Search(v *visit.Visit) error {
	form := v.Request().PostForm
	return visit.GoTo(v, g.pages.Paths.To(paths.GroupsOf(g.own)+"/:group?class&sought", v.School.ID, v.Param("group"),
		form.Get("class"), v.HideSearch(form.Get("q"))))
}

// shownIn is a student on the page of a group.
func shownIn(v *visit.Visit, student roll.Enrolment) settings.GroupStudent {
	return settings.GroupStudent{Enrolment: student.ID, Name: naming.NameInClass(v.Words, student),
		Class: naming.ClassNameOf(v.Words, student)}
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
	return visit.After(v, err, g.pages.Paths.To(paths.GroupsOf(g.own)+"/:group", v.School.ID, group.ID), said, g.One)
}

// judgeMembers refuses students who are not on the period's list.
func (g *GroupLists) judgeMembers(v *visit.Visit, group roll.Group, ticked []roll.EnrolmentID) error {
	known := roll.Listed(v.Students(group.Period))
	for _, id := range ticked {
		if !known[id] {
			return cmp.Or(v.Failed(), error(roll.Problem(roll.Meaningless, "problem.what.422")))
		}
	}
	return v.Failed()
}

// membersAfter returns the number of students that the group would have.
func membersAfter(group roll.Group, shown, ticked []roll.EnrolmentID) int {
	left := slices.DeleteFunc(slices.Clone(group.Members),
		func(id roll.EnrolmentID) bool { return slices.Contains(shown, id) })
	return len(slices.Compact(slices.Sorted(slices.Values(append(left, ticked...)))))
}
