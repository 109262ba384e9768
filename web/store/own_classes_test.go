package store

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"rollbook/web/roll"
)

func ownClassSentences() []sentence {
	return []sentence{
		{"a class is a person's own who saved its roll on one of the last school days", ownClassesAreThoseSavedLately},
		{"own classes are of the school and of the person", ownClassesAreOfThePerson},
	}
}

// wantOwn expects the classes to be the teacher's own today.
func (f *fixture) wantOwn(t *testing.T, days int, classes string) {
	t.Helper()
	own, err := f.OwnClasses(t.Context(), north, teacher().Person, today.AddDays(-75), today, days)
	must(t, err)
	if got := strings.Join(classNames(own), " "); got != classes {
		t.Errorf("of %d days they are %q, not %q", days, got, classes)
	}
}

func classNames(own map[roll.ClassID]roll.Date) []string {
	var names []string
	for _, class := range slices.Sorted(maps.Keys(own)) {
		names = append(names, string(class))
	}
	return names
}

// savedOn stores a save of the class on a date that many days ago.
func (f *fixture) savedOn(t *testing.T, token roll.Token, ago int, class roll.ClassID, by roll.Actor, enrolment roll.EnrolmentID) {
	t.Helper()
	save := press(token, absent(), unseen(enrolment)...)
	save.Date, save.Class, save.By = today.AddDays(-ago), class, by
	f.accept(t, save)
}

func ownClassesAreThoseSavedLately(f *fixture) {
	t := f.t
	f.wantOwn(t, 10, "")
	f.savedOn(t, "long-ago", 80, "6a", teacher(), 1)
	f.savedOn(t, "before", 30, "7a", teacher(), 2)
	f.savedOn(t, "others", 3, "9a", office(), 3)
	f.savedOn(t, "today", 0, "8b", teacher(), 4)
	f.savedOn(t, "today-too", 0, "6c", teacher(), 5)
	f.savedOn(t, "today-again", 0, "8b", teacher(), 6)
	f.wantOwn(t, 10, "6c 7a 8b")
	f.wantOwn(t, 2, "6c 8b")
	f.savedOn(t, "before-too", 30, "8b", teacher(), 1)
	own, err := f.OwnClasses(t.Context(), north, teacher().Person, today.AddDays(-75), today, 10)
	must(t, err)
	if own["8b"] != today.AddDays(-30) || own["6c"] != today {
		t.Errorf("they begin on %v", own)
	}
}

func ownClassesAreOfThePerson(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	theirs := press("there", absent(), unseen(1)...)
	theirs.School, theirs.Class = "south", "5a"
	f.accept(t, theirs)
	f.savedOn(t, "office", 0, "9a", office(), 2)
	f.wantOwn(t, 10, "")
}
