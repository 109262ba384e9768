package handlers

import (
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/roll"
)

// GroupStore keeps groups.
type GroupStore interface {
	AddGroup(ctx context.Context, school roll.SchoolID, group roll.Group) error
	EditGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID, name string, shown, ticked []roll.EnrolmentID) error
	DropGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID) error
	Group(ctx context.Context, school roll.SchoolID, id roll.GroupID) (roll.Group, error)
	Groups(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Group, error)
}

// groupLists are the pages on which students are put together.
type groupLists struct {
	*shell
	rosters ClassRosters
	groups  GroupStore
	// own is true for the pages of a person's own groups, false for those of the school's.
	own bool
}

// groupsMost is how many groups of a period the school, or a person, may have.
const groupsMost = 200

// owner is whose groups the pages are about.
func (g *groupLists) owner(v *visit) roll.PersonID {
	if g.own {
		return v.person.ID
	}
	return ""
}

// get lists the groups.
func (g *groupLists) get(v *visit) error { return g.show(v, http.StatusOK, "", "") }

func (g *groupLists) show(v *visit, status int, name, problem string) error {
	view := &views.GroupsView{Page: g.page(v, "", g.nav()), Own: g.own, Name: name, Problem: problem}
	periods, _, err := g.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	view.Period, err = periodOf(v, periods, "", v.school.Today(g.clock()))
	if err != nil {
		return g.render(v, status, views.Groups(view))
	}
	students, _, err := g.rosters.Students(v.ctx, v.school, view.Period.ID)
	if err != nil {
		return err
	}
	groups, err := g.ofPeriod(v, view.Period.ID)
	if err != nil {
		return err
	}
	for _, group := range groups {
		class, _ := group.Of(students)
		view.Groups = append(view.Groups, class)
	}
	return g.render(v, status, views.Groups(view))
}

func (g *groupLists) nav() string {
	if g.own {
		return views.NavClasses
	}
	return views.NavSettings
}

// ofPeriod are the groups that the page is about.
func (g *groupLists) ofPeriod(v *visit, period roll.PeriodID) ([]roll.Group, error) {
	groups, err := g.groups.Groups(v.ctx, v.school.ID, period)
	return slices.DeleteFunc(groups, func(group roll.Group) bool { return group.Owner != g.owner(v) }), err
}

// make makes a group without students, and leads to where they are chosen.
func (g *groupLists) make(v *visit) error {
	form := v.Request().PostForm
	name, err := web.Single(form, "name")
	if err != nil {
		return err
	}
	text, err := web.Single(form, "period")
	if err != nil {
		return err
	}
	periods, _, err := g.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	period := roll.PeriodID(text)
	if !slices.ContainsFunc(periods, func(known roll.Period) bool { return known.ID == period }) {
		return errUnknownChoice()
	}
	groups, err := g.ofPeriod(v, period)
	if err != nil {
		return err
	}
	name = strings.TrimSpace(name)
	if problem := nameProblem(name, groups, ""); problem != "" {
		return g.show(v, http.StatusUnprocessableEntity, name, v.words.Text("group_list.problem."+problem))
	}
	group := roll.Group{ID: roll.GroupID(rand.Text()), Period: period, Name: name, Owner: g.owner(v)}
	if err := g.groups.AddGroup(v.ctx, v.school.ID, group); err != nil {
		return err
	}
	return goTo(v, g.paths.Group(string(v.school.ID), string(group.ID), g.own))
}

// nameProblem is what is wrong with a name among the others of the period, a name in the
// catalogue.
func nameProblem(name string, groups []roll.Group, self roll.GroupID) string {
	switch {
	case name == "":
		return "no_name"
	case utf8.RuneCountInString(name) > roll.GroupName, strings.ContainsAny(name, "\r\n\t"):
		return "long_name"
	case self == "" && len(groups) >= groupsMost:
		return "too_many"
	}
	for _, group := range groups {
		if group.ID != self && strings.EqualFold(group.Name, name) {
			return "name_twice"
		}
	}
	return ""
}

// remove ends a group.
func (g *groupLists) remove(v *visit) error {
	group, err := g.find(v)
	if err != nil {
		return err
	}
	if err := g.groups.DropGroup(v.ctx, v.school.ID, group.ID); err != nil {
		return err
	}
	return goTo(v, g.paths.Groups(string(v.school.ID), g.own))
}

// find is the group of the address. Another person's, and the school's among one's own, is
// not there.
func (g *groupLists) find(v *visit) (roll.Group, error) {
	group, err := g.groups.Group(v.ctx, v.school.ID, roll.GroupID(v.Param("group")))
	if err == nil && group.Owner != g.owner(v) {
		err = roll.Problem(roll.NotFound, "problem.what.404")
	}
	return group, err
}
