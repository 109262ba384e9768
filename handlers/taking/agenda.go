package taking

import (
	"slices"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/days"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/boards"
	"rollbook/web/office/comparing"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// A class is a person's own if she teaches it. One without a known teacher is also her own if she saved its roll today
// or on one of the last five school days, even across two months of holidays.
const (
	ownDays     = 1 + 5
	ownEarliest = 75
	// ownMayBeOld is for a suggestion; the home page reads anew.
	ownMayBeOld = 5 * time.Minute
)

// Agenda finds the classes of a school with open tasks.
type Agenda struct {
	store     *store.Store
	rosters   *rosters.Rosters
	comparing *comparing.Comparing
	boards    *boards.Boards
}

// Of returns the classes and groups of the date in the school's order, with their progress (visit.Check).
func (a Agenda) Of(v *visit.Visit, date roll.Date) ([]part.ClassToday, roll.Age) {
	marks, last, err := a.store.DayAndChanges(v.Ctx, v.School.ID, date)
	v.Check(err)
	known, err := a.store.KnownOn(v.Ctx, v.Versions.Absences, v.School.ID, v.School.Generation, date)
	v.Check(err)
	list := visit.Checked(a.rosters.Day(v.Ctx, v.School, date))(v)
	later := make(map[roll.EnrolmentID]bool)
	for student, one := range roll.KnownAmong(list.Students, v.School, known) {
		later[student] = one.ComesLater()
	}
	latest, _ := latestOf(v, a.comparing, list.Periods, date)
	changes, elsewhere := make(map[roll.ClassKey][]*roll.LastChange), latest.Elsewhere
	classes := a.classes(v, list, func(class *part.ClassToday, student roll.Enrolment) {
		mark := marks[student.ID]
		class.Add(mark.Outcome, false, false)
		if mark.Outcome == "" {
			class.AddUnmarked(elsewhere[student.ID], later[student.ID])
		}
		if mark.Status.Family == roll.Absent && (mark.Outcome == roll.Saved || mark.Outcome.UnderWay()) {
			class.Absent = append(class.Absent, part.AbsentStudent{ID: student.ID, Name: naming.NameInClass(v.Words, student)})
		}
		if change := last[student.ID]; change != nil {
			changes[class.Class.Key()] = append(changes[class.Class.Key()], change)
		}
	})
	for i := range classes {
		classes[i].Last = WhoTook(v, roll.TakingOf(changes[classes[i].Class.Key()]), date)
	}
	own := a.own(v, 0, date)
	for i := range classes {
		first, mine := ownSince(own, classes[i].Class)
		classes[i].Mine, classes[i].Usual = mine, mine && first < date
	}
	return classes, list.Age
}

// Next returns the class or group to suggest after another was saved: one of those with which the home
// page begins. If none is left it returns no class, the number of their rolls, and whether they are only the person's
// own. It reads at the versions of the school's data or later (visit.Check), and counts no marks for a teacher who has
// only the saved class.
func (a Agenda) Next(v *visit.Visit, at roll.Versions, saved roll.ClassKey,
	date roll.Date) (next roll.Class, rolls int, own bool) {
	list := visit.Checked(a.rosters.Day(v.Ctx, v.School, date))(v)
	groups := naming.GroupClasses(v, naming.GroupsOf(v, a.rosters, list.Periods))
	days := a.own(v, ownMayBeOld, date)
	usual := func(class roll.Class) bool {
		first, mine := ownSince(days, class)
		return mine && first < date
	}
	separates := !v.May(auth.SeeDay) && slices.ContainsFunc(list.Classes, usual)
	skipped := func(class roll.Class) bool { return separates && !usual(class) && class.Owner == "" }
	others := false
	for _, class := range list.Classes {
		if skipped(class) {
			own = true
			continue
		}
		rolls++
		others = others || class.Key() != saved
	}
	for _, group := range groups {
		own, others = own || skipped(group), others || !skipped(group) && group.Key() != saved
	}
	if !others {
		return next, rolls, own
	}
	best := 0
	for _, class := range a.progress(v, at, date) {
		_, mine := ownSince(days, class.Class)
		if turn := part.TurnOf(&class, mine); turn > best && class.Class.Key() != saved && !skipped(class.Class) {
			next, best = class.Class, turn
		}
	}
	next.Name = naming.NameOf(v, next)
	return next, rolls, own
}

// progress returns the classes of the date in the school's order, followed by the visitor's groups (visit.Check).
func (a Agenda) progress(v *visit.Visit, at roll.Versions, date roll.Date) []roll.ClassDay {
	progress, err := a.boards.Progress(v.Ctx, at, boards.Day{School: v.School, Date: date})
	if err != nil {
		v.Check(err)
		return nil
	}
	list := visit.Checked(a.rosters.Day(v.Ctx, v.School, date))(v)
	classes := slices.Clip(progress.Classes)
	for _, group := range naming.VisibleTo(v, naming.GroupsOf(v, a.rosters, list.Periods)) {
		if class, members := group.Of(list.Students); len(members) > 0 {
			classes = append(classes, progress.Of(class, members))
		}
	}
	return classes
}

// classes returns the classes of the list in the school's order, followed by the visitor's groups, and calls each for
// each student (visit.Check).
func (a Agenda) classes(v *visit.Visit, list days.List,
	each func(*part.ClassToday, roll.Enrolment)) (classes []part.ClassToday) {
	classes = make([]part.ClassToday, 0, len(list.Classes))
	position := make(map[roll.ClassKey]int, len(list.Classes))
	for _, student := range list.Students {
		class := student.InClass()
		at, known := position[class.Key()]
		if !known {
			at = len(classes)
			position[class.Key()] = at
			class.Name = naming.ClassNameOf(v.Words, student)
			classes = append(classes, part.ClassToday{ClassDay: roll.ClassDay{Class: class}})
		}
		each(&classes[at], student)
	}
	for _, group := range naming.VisibleTo(v, naming.GroupsOf(v, a.rosters, list.Periods)) {
		class, members := group.Of(list.Students)
		class.Students = 0
		tile := part.ClassToday{ClassDay: roll.ClassDay{Class: class}, Own: group.Owner != ""}
		for _, student := range members {
			each(&tile, student)
		}
		if len(members) > 0 {
			classes = append(classes, tile)
		}
	}
	return classes
}

// own returns the visitor's own classes, each with its first day, read less than age ago (visit.Check).
func (a Agenda) own(v *visit.Visit, age time.Duration, date roll.Date) map[roll.ClassKey]roll.Date {
	own, err := a.store.OwnClasses(v.Ctx, age, v.School.ID, v.Person.ID, date.AddDays(-ownEarliest), date, ownDays)
	v.Check(err)
	return own
}

// ownSince returns the first day of the class among own classes, and whether it is one of them.
func ownSince(own map[roll.ClassKey]roll.Date, class roll.Class) (first roll.Date, mine bool) {
	if first, mine = own[class.Key()]; !mine {
		first, mine = own[roll.ClassKey{Class: class.ID}]
	}
	return first, mine
}
