package store

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

func oneStudentSentences() []sentence {
	return []sentence{
		{"everything that is kept about a student is found by any number of the student", everythingIsFound},
		{"a student's data has the lists of all days, and why one left the student out", theListsOfAllDaysAreTold},
		{"an erased student leaves that a mark was sent, and no name or number", anErasedStudentLeavesNoName},
		{"a student with a mark that is not settled is not erased", anUnsettledStudentStays},
		{"the erasure of a student changes nothing of a classmate", aClassmateStays},
	}
}

// The numbers of Ana: unlike any other digits of the database.
const (
	anaIn2026 roll.EnrolmentID = 70707001
	anaIn2025 roll.EnrolmentID = 70707002
	ana       roll.StudentID   = 60606001
	ben       roll.EnrolmentID = 42
)

// fillWithAna fills every table that may name a student.
func (f *fixture) fillWithAna() {
	t := f.t
	listed := func(number roll.EnrolmentID) []roll.Enrolment {
		return []roll.Enrolment{
			{ID: number, Student: ana, Given: "Anastasia", Family: "Quillfeather", Class: "8b", ClassName: "8B"},
			{ID: ben, Student: studentOf(ben), Given: "Ben", Family: "Okoro", Class: "8b", ClassName: "8B"},
		}
	}
	must(t, f.PutStudents(t.Context(), north, "2025", "file", listed(anaIn2025)))
	must(t, f.PutStudentFile(t.Context(), north, "2026", StudentFile{Students: listed(anaIn2026), Named: true, LeftOut: []roll.LeftOut{
		{Enrolment: roll.Enrolment{ID: anaIn2025, Student: ana, Given: "Anastasia", Family: "Quillfeather"}, Why: "left: yes"},
		{Enrolment: roll.Enrolment{ID: 9, Given: "Cleo"}, Why: "left: yes"},
	}}))
	must(t, f.TellUnlisted(t.Context(), roll.Unlisted{School: north, ID: "u", Date: today, Class: "9a", ClassName: "9A",
		Name: "anastasia quillfeather", By: teacher(), At: f.clock.Now()}))
	must(t, f.AddGroup(t.Context(), north, roll.Group{ID: "g", Period: "2026", Name: "Choir"}))
	must(t, f.EditGroup(t.Context(), north, "g", "Choir", nil, []roll.EnrolmentID{anaIn2026, ben}))
	row := roll.SaveRow{Enrolment: anaIn2026, Student: ana}
	f.accept(t, press("old", absent(), row, unseen(ben)[0]))
	attempt := f.claim(t, "old")
	reply := roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Exchange: `{"ids":[42,70707001]}`, Remarks: map[roll.EnrolmentID]string{anaIn2026: `{"comments":"Anastasia is ill"}`}}
	f.close(t, attempt, reply, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Confirm(by, attempt.Status.Name, true, timing())
	})
	f.clock.advance(1000)
	corrected := correction("new", "Anastasia came at nine", row)
	corrected.Rows[0].Seen = 1
	f.accept(t, corrected)
	f.answer(t, f.claim(t, "new"))
	told := known("a", anaIn2026)
	told.Student = ana
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{told, known("b", ben)}))
	moved := movement("m", roll.MoveOut, "11:00")
	moved.Enrolment, moved.Student = anaIn2026, ana
	must(t, f.AddMovement(t.Context(), moved))
	events := []audit.Event{
		{Name: "marks-exported", About: "csv 2026-11-20 student 70707001"}, {Name: "group-changed", After: "group Choir: students [42 70707001]"},
		{Name: "group-removed", Before: "group Friends of Anastasia, Quillfeather too: students [42]"}, {Name: "day-changed", After: "days back 42"},
		{Name: "absence-reasons-changed", After: "authorised reason Wedding of Anastasia; unauthorised reason Holiday"},
		{Name: "codes-changed", Before: "code Q: Quillfeather's sister, absent"}, {Name: "tablet-changed", After: "Door of Anastasia"},
		{Name: "closed-days-added", After: "closed 2026-05-01 to 2026-05-01 (Quillfeather Day)"},
		{Name: "group-made", After: "group Swimming; Anastasia Anastasia: students []"},
		{Name: "group-made", After: cutWithin("group ", "Quillfeather", 7)}, {Name: "group-made", After: cutWithin("group Choir: students [", "70707001", 6)},
	}
	for i := range events {
		events[i].School, events[i].At = north, f.clock.Now()
	}
	must(t, f.AddAudit(t.Context(), events)) // together: ids of one instant could otherwise be equal
}

// cutWithin returns a text that is stored only up to so many characters of its last word.
func cutWithin(begins, word string, left int) string {
	const stored = 500
	return begins + strings.Repeat("4 ", (stored-left-len(begins))/2) + strings.Repeat(" ", (stored-left-len(begins))%2) + word
}

func (f *fixture) dataOf(number roll.EnrolmentID) map[string]int {
	f.t.Helper()
	one, err := f.OneStudent(f.t.Context(), north, number)
	must(f.t, err)
	parts, err := f.StudentData(f.t.Context(), one, func(sealed []byte) (string, error) { return "opened " + string(sealed), nil })
	must(f.t, err)
	rows := make(map[string]int)
	for _, part := range parts {
		rows[part.Name] = len(part.Rows)
	}
	return rows
}

func everythingIsFound(f *fixture) {
	f.fillWithAna()
	want := map[string]int{"names": 2, "lists": 2, "groups": 1, "marks": 1, "saves": 2, "requests": 2, "remarks": 1, "known_absences": 1, "movements": 1, "audit": 10, "days_listed": 3, "told_missing": 1}
	for _, number := range []roll.EnrolmentID{anaIn2025, anaIn2026} {
		if got := f.dataOf(number); fmt.Sprint(got) != fmt.Sprint(want) {
			f.t.Errorf("by %d it is %v, want %v", number, got, want)
		}
	}
	if number, err := f.NumberOf(f.t.Context(), north, roll.EnrolmentID(ana)); err != nil || number != anaIn2026 && number != anaIn2025 {
		f.t.Errorf("by her own number she is %d, %v", number, err)
	}
	if _, err := f.OneStudent(f.t.Context(), north, 999); roll.KindOf(err) != roll.NotFound {
		f.t.Errorf("nobody: %v", err)
	}
}

func theListsOfAllDaysAreTold(f *fixture) {
	t := f.t
	f.fillWithAna()
	f.clock.advance(24 * time.Hour)
	tomorrow := today.AddDays(1)
	must(t, f.PutStudents(t.Context(), north, "2025", "file", []roll.Enrolment{{ID: ben, Given: "Ben", Class: "8b", ClassName: "8B"}}))
	one, err := f.OneStudent(t.Context(), north, anaIn2026)
	must(t, err)
	parts, err := f.StudentData(t.Context(), one, func([]byte) (string, error) { return "", nil })
	must(t, err)
	at := slices.IndexFunc(parts, func(part DataPart) bool { return part.Name == "days_listed" })
	want := [][]string{
		{"2025", today.String(), tomorrow.String(), "", "70707002", "60606001", "Anastasia", "Quillfeather", "8B"},
		{"2026", today.String(), "", "", "70707001", "60606001", "Anastasia", "Quillfeather", "8B"},
		{"2026", "", "", "left: yes", "70707002", "60606001", "Anastasia", "Quillfeather", ""},
	}
	if at < 0 || !slices.EqualFunc(parts[at].Rows, want, slices.Equal) {
		t.Errorf("the lists name her in %v, want %v", parts, want)
	}
}

// texts returns every value of the database as text.
func (f *fixture) texts() string {
	var all strings.Builder
	for table := range f.columns() {
		must(f.t, f.Database.Query(f.t.Context(), func(rows *sql.Rows) error {
			names, err := rows.Columns()
			must(f.t, err)
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			err = rows.Scan(into...)
			for i, value := range values {
				if bytes, is := value.([]byte); is {
					value = string(bytes)
				}
				fmt.Fprintln(&all, table, names[i], value)
			}
			return err
		}, `SELECT * FROM `+table))
	}
	return all.String()
}

func anErasedStudentLeavesNoName(f *fixture) {
	t := f.t
	f.fillWithAna()
	before := f.counts("saves", "marks", "attempts")
	marks, err := f.EraseStudent(t.Context(), north, anaIn2025)
	must(t, err)
	if after := f.counts("saves", "marks", "attempts"); marks != 1 || !slices.Equal(before, after) {
		t.Errorf("%d marks stay; %v were kept, and now %v", marks, before, after)
	}
	for line := range strings.Lines(f.texts()) {
		for _, word := range []string{"70707", "60606", "Anastasia", "Quill"} {
			if strings.Contains(line, word) {
				t.Errorf("left is %s", line)
			}
		}
	}
	story, err := f.Story(t.Context(), north, "old")
	must(t, err)
	if len(story.Marks) != 2 || !story.Marks[0].Enrolment.Erased() || story.Marks[0].Outcome != roll.Saved || story.Marks[1].Enrolment != ben || len(story.Attempts) != 1 || story.Attempts[0].Exchange != "" {
		t.Errorf("the story is %+v", story)
	}
	if story, err = f.Story(t.Context(), north, "new"); err != nil || len(story.Marks) != 1 || story.Marks[0].Outcome != roll.Saved || story.Save.Reason != "" {
		t.Errorf("the correction is %+v, %v", story, err)
	}
	if _, err := f.OneStudent(t.Context(), north, anaIn2026); roll.KindOf(err) != roll.NotFound {
		t.Errorf("erased she is found: %v", err)
	}
	f.accept(t, press("again", absent(), roll.SaveRow{Enrolment: anaIn2026, Student: ana}))
}

func anUnsettledStudentStays(f *fixture) {
	t := f.t
	f.fillWithAna()
	f.accept(t, press("waits", present(), roll.SaveRow{Enrolment: anaIn2026, Student: ana, Seen: 2}))
	before := f.texts()
	if _, err := f.EraseStudent(t.Context(), north, anaIn2026); roll.KindOf(err) != roll.Stale || f.texts() != before && len(f.texts()) != len(before) {
		t.Errorf("while a mark waits: %v", err)
	}
	attempt := f.claim(t, "waits")
	if _, err := f.EraseStudent(t.Context(), north, anaIn2026); roll.KindOf(err) != roll.Stale {
		t.Errorf("while it is sent: %v", err)
	}
	f.answer(t, attempt)
	_, err := f.EraseStudent(t.Context(), north, anaIn2026)
	must(t, err)
}

func aClassmateStays(f *fixture) {
	t := f.t
	f.fillWithAna()
	before := f.dataOf(ben)
	_, err := f.EraseStudent(t.Context(), north, anaIn2026)
	must(t, err)
	if after := f.dataOf(ben); fmt.Sprint(after) != fmt.Sprint(before) || before["known_absences"] != 1 || before["marks"] != 1 {
		t.Errorf("of Ben %v was kept, and now %v", before, after)
	}
}

func TestTheFilesOfADatabaseHoldNoByteOfAnErasedStudent(t *testing.T) {
	t.Parallel()
	location := newFile(t)
	migrated(t, location)
	f := newFixture(t, location)
	f.fillWithAna()
	_, err := f.EraseStudent(t.Context(), north, anaIn2026)
	must(t, err)
	files, err := filepath.Glob(strings.TrimPrefix(location, "sqlite:") + "*")
	must(t, err)
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		for _, word := range []string{"Anastasia", "Quillfeather", "70707001"} {
			if bytes.Contains(content, []byte(word)) {
				t.Errorf("%s still holds %q", filepath.Base(file), word)
			}
		}
	}
}
