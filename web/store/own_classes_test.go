package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func ownClassSentences() []sentence {
	return []sentence{
		{"a class is a person's own who saved its roll on one of the last school days", ownClassesAreThoseSavedLately},
		{"own classes may be a few minutes old, but not without the class just saved", ownClassesMayBeOld},
		{"own classes are of the school and of the person", ownClassesAreOfThePerson},
		{"a class with known teachers is theirs, and today also its taker's", ownClassesAreThoseTaught},
		{"the teacher who saved a class on its last five days is suggested", theUsualTakerIsSuggested},
		{"a teacher who is blocked teaches no class any more", aBlockedTeacherTeachesNone},
		{"a teacher's last reminder of a day is known, and forgotten with time", theLastReminderIsKnown},
	}
}

// wantOwn expects the classes to be the teacher's own today.
func (f *fixture) wantOwn(t *testing.T, days int, classes string) {
	t.Helper()
	own, err := f.OwnClasses(t.Context(), 0, north, teacher().Person, today.AddDays(-75), today, days)
	must(t, err)
	if got := strings.Join(classNames(own), " "); got != classes {
		t.Errorf("of %d days they are %q, not %q", days, got, classes)
	}
}

func classNames(own map[roll.ClassKey]roll.Date) []string {
	var names []string
	for class := range own {
		names = append(names, string(class.Period+roll.PeriodID(class.Class)))
	}
	slices.Sort(names)
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
	own, err := f.OwnClasses(t.Context(), 0, north, teacher().Person, today.AddDays(-75), today, 10)
	must(t, err)
	if own[roll.ClassKey{Class: "8b"}] != today.AddDays(-30) || own[roll.ClassKey{Class: "6c"}] != today {
		t.Errorf("they begin on %v", own)
	}
}

func ownClassesMayBeOld(f *fixture) {
	t := f.t
	want := func(classes string) {
		t.Helper()
		own, err := f.OwnClasses(t.Context(), time.Hour, north, teacher().Person, today.AddDays(-75), today, 10)
		must(t, err)
		if got := strings.Join(classNames(own), " "); got != classes {
			t.Errorf("they are %q, not %q", got, classes)
		}
	}
	f.savedOn(t, "yesterday", 1, "8b", teacher(), 1)
	want("8b")
	must(t, f.Database.Do(t.Context(), `UPDATE saves SET class = '7a'`))
	want("8b")
	f.savedOn(t, "again", 0, "8b", teacher(), 1)
	want("8b")
	f.savedOn(t, "another", 0, "6c", teacher(), 2)
	want("6c 7a 8b")
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

// teach makes teachers of classes, given as class and mail or name.
func (f *fixture) teach(t *testing.T, school roll.SchoolID, pairs ...string) {
	t.Helper()
	var all []roll.ClassTeacher
	for i := 0; i < len(pairs); i += 2 {
		one := roll.ClassTeacher{Class: roll.ClassID(pairs[i]), Name: pairs[i+1]}
		if strings.Contains(one.Name, "@") {
			one.Name, one.Mail = "", one.Name
		}
		all = append(all, one)
	}
	must(t, f.EditClassTeachers(t.Context(), school, nil, all))
}

func (f *fixture) taught(t *testing.T, school roll.SchoolID) (all []string) {
	t.Helper()
	teachers, err := f.ClassTeachers(t.Context(), school)
	must(t, err)
	for _, one := range teachers {
		all = append(all, string(one.Class)+" "+string(one.Person)+" "+one.Called()+" "+one.Mail)
	}
	return all
}

func ownClassesAreThoseTaught(f *fixture) {
	t := f.t
	f.addPerson(t, teacher().Person, "grace@example.org")
	must(t, f.Join(t.Context(), teacher().Person, north, roll.Teacher))
	f.savedOn(t, "covered", 1, "9a", teacher(), 1)
	f.savedOn(t, "unknown", 1, "7c", teacher(), 2)
	f.savedOn(t, "today", 0, "6a", teacher(), 3)
	f.teach(t, north, "8b", "grace@example.org", "8b", "grace@example.org", "9a", "Tom Berg", "6a", "tom@example.org")
	f.wantOwn(t, 5, "6a 7c 8b")
	own, err := f.OwnClasses(t.Context(), 0, north, teacher().Person, today.AddDays(-75), today, 5)
	must(t, err)
	if own[roll.ClassKey{Class: "8b"}] != today.AddDays(-75) || own[roll.ClassKey{Class: "6a"}] != today {
		t.Errorf("they begin on %v", own)
	}
	want := []string{"9a  Tom Berg ", "8b " + string(teacher().Person) + " Name p-teacher grace@example.org", "6a  tom@example.org tom@example.org"}
	if got := f.taught(t, north); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the teachers are %q", got)
	}
	must(t, f.EditClassTeachers(t.Context(), north, []roll.ClassTeacher{{Class: "9a", Name: "Tom Berg"}}, nil))
	f.wantOwn(t, 5, "6a 7c 8b 9a")
	f.execute(t, `INSERT INTO class_teachers VALUES ('north', '5c', 'grace@example.org', ''), ('north', '8b', 'grace@example.org', '')`)
	other := roll.ClassTeacher{Period: "other ", Class: "8b", Mail: "grace@example.org"}
	must(t, f.EditClassTeachers(t.Context(), north, nil, []roll.ClassTeacher{other}))
	f.wantOwn(t, 5, "5c 6a 7c 8b 9a other 8b")
	must(t, f.EditClassTeachers(t.Context(), north, []roll.ClassTeacher{{Class: "8b", Mail: other.Mail}, {Class: "5c", Mail: other.Mail}}, nil))
	f.wantOwn(t, 5, "6a 7c 9a other 8b")
}

func theUsualTakerIsSuggested(f *fixture) {
	t := f.t
	f.addPerson(t, teacher().Person, "grace@example.org")
	must(t, f.Join(t.Context(), teacher().Person, north, roll.Teacher))
	for i, ago := range []int{1, 2, 3, 7, 8} {
		f.savedOn(t, roll.Token("five"+string(rune('a'+i))), ago, "8b", teacher(), 1)
		if ago != 3 {
			f.savedOn(t, roll.Token("four"+string(rune('a'+i))), ago, "9a", teacher(), 2)
		}
	}
	f.savedOn(t, "by the office", 1, "8b", office(), 3)
	learned, err := f.UsualTakers(t.Context(), north, today.AddDays(-75), today)
	must(t, err)
	if len(learned) != 1 || learned[0].Class != "8b" || learned[0].Person != teacher().Person {
		t.Errorf("they are %+v", learned)
	}
}

func aBlockedTeacherTeachesNone(f *fixture) {
	t := f.t
	f.staff(t)
	f.teach(t, north, "8b", "tom@example.org", "9a", "bob@example.org")
	f.teach(t, "south", "8b", "tom@example.org")
	must(t, f.KeepOut(t.Context(), north, "ada", "tom", true))
	must(t, f.Disable(t.Context(), "bob"))
	if got := f.taught(t, north); len(got) != 0 || len(f.taught(t, "south")) != 1 {
		t.Errorf("they are %q", got)
	}
}

func theLastReminderIsKnown(f *fixture) {
	t := f.t
	at := f.clock.Now().UTC().Truncate(time.Second)
	remind := func(date roll.Date, class roll.ClassID, teacher string, at time.Time) {
		must(t, f.NoteReminders(t.Context(), north, date, []roll.Reminder{{Class: class, Teacher: teacher, At: at}}))
	}
	remind(today, "8b", "Ada", at)
	remind(today, "9a", "Tom", at.Add(time.Minute))
	remind(today, "8b", "Ada", at.Add(2*time.Minute))
	remind(today.AddDays(-1), "8b", "Bob", at.Add(-time.Hour))
	all, err := f.Reminders(t.Context(), north, today)
	must(t, err)
	if len(all) != 2 || all[0].Teacher != "Ada" || !all[0].At.Equal(at.Add(2*time.Minute)) || all[1].Class != "9a" {
		t.Errorf("they are %+v", all)
	}
	f.sweep(keeping.Openings, at.Add(2*time.Minute))
	if f.rows("reminders") != 1 {
		t.Errorf("%d are left", f.rows("reminders"))
	}
}
