package rosters

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

func TestStudentsAreArrangedByClassInTheListsOrder(t *testing.T) {
	t.Parallel()
	arranged := arrange([]roll.Enrolment{
		{ID: 1, Class: "b", ClassName: "8B"}, {ID: 2, Class: "a", ClassName: "8A"}, {ID: 3, Class: "b", ClassName: "8B"}, {ID: 1, Class: "a", ClassName: "8A"}, {ID: 4, Class: "c"},
	}, "7")
	want := []roll.Class{{ID: "b", Name: "8B", Students: 2, Period: "7"}, {ID: "a", Name: "8A", Students: 2, Period: "7"}, {ID: "c", Name: "c", Students: 1, Period: "7"}}
	if !slices.Equal(arranged.classes, want) {
		t.Errorf("the classes are %+v", arranged.classes)
	}
	roster, err := arranged.roster("7", "a", roll.Age{Stale: true})
	if err != nil || len(roster.Rows) != 2 || roster.Rows[0].ID != 2 || roster.Rows[1].ID != 1 || roster.Rows[1].Number != 2 || !roster.Age.Stale || roster.Class.Name != "8A" {
		t.Errorf("the roster is %+v, %v", roster, err)
	}
	for _, class := range []roll.ClassID{"8A", "", "*", "z"} {
		if _, err := arranged.roster("7", class, roll.Age{}); roll.KindOf(err) != roll.NotFound {
			t.Errorf("class %q: %v", class, err)
		}
	}
}

func TestStudentsWithoutAClassAreTheWholePeriod(t *testing.T) {
	t.Parallel()
	arranged := arrange([]roll.Enrolment{{ID: 1}, {ID: 2}}, "7")
	roster, err := arranged.roster("7", roll.WholePeriod, roll.Age{})
	if err != nil || len(roster.Rows) != 2 || roster.Class.Name != "" || len(arranged.classes) != 1 {
		t.Errorf("they are %+v, %v", arranged.classes, err)
	}
}

func TestStudentsWithoutAClassBesideClassesAreAClassOfTheirOwn(t *testing.T) {
	t.Parallel()
	arranged := arrange([]roll.Enrolment{{ID: 1}, {ID: 2, Class: "8b", ClassName: "8B"}, {ID: 3}}, "7")
	want := []roll.Class{{ID: roll.Unplaced, Students: 2, Period: "7"}, {ID: "8b", Name: "8B", Students: 1, Period: "7"}}
	if !slices.Equal(arranged.classes, want) {
		t.Errorf("the classes are %+v", arranged.classes)
	}
}

func TestAnEmptyListMakesEveryClassEmpty(t *testing.T) {
	t.Parallel()
	roster, err := byClass(nil).roster("7", "8b", roll.Age{})
	if err != nil || len(roster.Rows) != 0 || roster.Class.ID != "8b" {
		t.Errorf("it is %+v, %v", roster, err)
	}
}

func TestClassesAndTheirRostersComeFromOneList(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		classes, _, err := f.rosters.Classes(f.Context(), f.school, "2026")
		must(f.T, err)
		roster, err := f.rosters.Roster(f.Context(), f.school, "2026", "8b", f.school.Today(f.rosters.clock()))
		must(f.T, err)
		if len(classes) != 1 || classes[0].Name != "8B" || len(roster.Rows) != 1 || roster.Rows[0].Number != 1 || roster.Age.ReadAt.IsZero() {
			f.Errorf("there are %+v and %+v", classes, roster)
		}
		if calls := f.service.called("students"); calls != 1 {
			f.Errorf("the service was called %d times", calls)
		}
	})
}

func TestTheSchoolsDecisionAboutAStatusStaysWhenStatusesAreReadAgain(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		decided := []roll.Status{{ID: 1, Name: "Ferien", Letter: "P", Family: roll.Excused}, {ID: 2, Name: "Old", Letter: "O", Family: roll.Other}}
		must(f.T, f.store.PutStatuses(f.Context(), "north", lists.FromService, decided))
		f.service.set(func(s *service) {
			s.statuses = []roll.Status{{ID: 3, Name: "Present"}, {ID: 1, Name: "Holidays"}}
		})
		f.pass(staleAfter)
		_, _, err := f.rosters.Statuses(f.Context(), f.school, "2026")
		must(f.T, err)
		f.pass(time.Second)
		statuses, _, err := f.rosters.Statuses(f.Context(), f.school, "2026")
		must(f.T, err)
		if len(statuses) != 2 || statuses[1] != (roll.Status{ID: 1, Name: "Holidays", Letter: "P", Family: roll.Excused}) {
			f.Fatalf("the statuses are %+v", statuses)
		}
		if fresh := statuses[0]; fresh.Family != roll.Present || fresh.Letter == "P" || fresh.Letter == "" {
			f.Errorf("the new one is %+v", fresh)
		}
	})
}
