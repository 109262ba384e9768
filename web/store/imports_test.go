package store

import (
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

func importSentences() []sentence {
	return []sentence{
		{"a person has one waiting file in a school, and an old one is deleted", aFileThatWaitsIsOne},
		{"a file is stored once and all of it, and then forgotten", aFileIsStoredOnce},
		{"a list of the school's own is left to the service again", aListIsLeftToTheService},
	}
}

func draftOf(f *fixture, id string) lists.ImportDraft {
	return lists.ImportDraft{School: north, Person: "p1", ID: id, Period: "2026", Sealed: []byte(id), ExpiresAt: f.clock.Now().Add(time.Minute)}
}

func addImporter(f *fixture) {
	must(f.t, f.AddPerson(f.t.Context(), roll.Person{ID: "p1", Email: "p1@north.example", Name: "P"}, "hash"))
}

func aFileThatWaitsIsOne(f *fixture) {
	t := f.t
	addImporter(f)
	must(t, f.PutImportDraft(t.Context(), draftOf(f, "one")))
	must(t, f.PutImportDraft(t.Context(), draftOf(f, "two")))
	draft, err := f.ImportDraft(t.Context(), north, "p1")
	must(t, err)
	if draft.ID != "two" || string(draft.Sealed) != "two" || draft.Used || draft.Period != "2026" {
		t.Errorf("it is %+v", draft)
	}
	must(t, f.Sweep(t.Context(), f.clock.Now()))
	if _, err := f.ImportDraft(t.Context(), north, "p1"); err != nil {
		t.Errorf("before its time it is gone: %v", err)
	}
	must(t, f.Sweep(t.Context(), f.clock.Now().Add(time.Minute+time.Millisecond)))
	if _, err := f.ImportDraft(t.Context(), north, "p1"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("when it is old: %v", err)
	}
}

func aFileIsStoredOnce(f *fixture) {
	t := f.t
	addImporter(f)
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, []roll.Enrolment{{ID: 9, Given: "Old"}}))
	must(t, f.PutImportDraft(t.Context(), draftOf(f, "one")))
	if err := f.ImportStudents(t.Context(), draftOf(f, "other"), StudentFile{Students: []roll.Enrolment{{ID: 1}}}); roll.KindOf(err) != roll.Stale {
		t.Errorf("a file that another replaced: %v", err)
	}
	must(t, f.ImportStudents(t.Context(), draftOf(f, "one"), StudentFile{Students: []roll.Enrolment{{ID: 1, Given: "New"}}}))
	must(t, f.ImportStudents(t.Context(), draftOf(f, "one"), StudentFile{Students: []roll.Enrolment{{ID: 2, Given: "Twice"}}}))
	students, err := f.Students(t.Context(), north, "2026")
	must(t, err)
	draft, err := f.ImportDraft(t.Context(), north, "p1")
	must(t, err)
	state, err := f.ListState(t.Context(), north, lists.StudentList("2026"))
	must(t, err)
	if len(students) != 1 || students[0].Given != "New" || !draft.Used || len(draft.Sealed) != 0 || state.Source != lists.FromFile {
		t.Errorf("stored are %+v of %+v, %+v", students, draft, state)
	}
}

func aListIsLeftToTheService(f *fixture) {
	t := f.t
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromFile, []roll.Enrolment{{ID: 9}}))
	must(t, f.AskServiceAgain(t.Context(), north, lists.StudentList("2026")))
	state, err := f.ListState(t.Context(), north, lists.StudentList("2026"))
	must(t, err)
	students, err := f.Students(t.Context(), north, "2026")
	must(t, err)
	if state.Source != lists.FromService || !state.TriedAt.IsZero() || len(students) != 1 {
		t.Errorf("it is %+v with %+v", state, students)
	}
}
