package store

import (
	"bytes"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

func schoolEndSentences() []sentence {
	return []sentence{
		{"a removed school leaves no row in any table", aRemovedSchoolLeavesNothing},
		{"a school is not removed while a save of it is under way", aSchoolIsNotRemovedWhileASaveIsUnderWay},
		{"a school is not removed before its marks were exported, nor with marks made since", aSchoolIsRemovedOnceItsMarksWereExported},
		{"a person of another school stays, and loses this one", peopleOfAnotherSchoolStay},
		{"every mark of a school is exported with its class and its student", everyMarkIsExported},
		{"a school takes another name and keeps its address", aSchoolTakesAnotherName},
	}
}

// columns returns the columns of every table, by the tables' names, with their types.
func (f *fixture) columns() map[string]map[string]string {
	query := `SELECT m.name, p.name, p.type FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`
	if !strings.HasPrefix(f.location, "sqlite:") {
		query = `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	tables := make(map[string]map[string]string)
	must(f.t, f.Database.Query(f.t.Context(), func(rows *sql.Rows) error {
		var table, column, kind string
		err := rows.Scan(&table, &column, &kind)
		if tables[table] == nil {
			tables[table] = make(map[string]string)
		}
		tables[table][column] = strings.ToUpper(kind)
		return err
	}, query))
	delete(tables, "goose_db_version")
	delete(tables, "instance")
	delete(tables, "served")
	return tables
}

// fill inserts a row of the school north into the table, unless there is one.
func (f *fixture) fill(table string, columns map[string]string) {
	if f.rows(table) > 0 {
		return
	}
	names := slices.Sorted(maps.Keys(columns))
	known := map[string]any{"school": north, "save": "a-save", "person": "ada", "link": "a-link", "student_group": "a-group", "email": "ada@example.org", "tablet": "a-tablet"}
	own := map[string]any{"saves": "a-save", "cover_links": "a-link", "student_groups": "a-group", "tablets": "a-tablet"}
	values := make([]any, len(names))
	for i, name := range names {
		value, isKnown := known[name]
		switch {
		case table == "pin_tries" && name == "place":
			value = "tablet a-tablet"
		case table == "pin_tries" && name == "person":
			value = ""
		case isKnown:
		case slices.Contains([]string{"id", "token"}, name) && own[table] != nil:
			value = own[table]
		case columns[name] == "TEXT":
			value = "of " + table
		case columns[name] == "BYTEA":
			value = []byte("bytes")
		default:
			value = 0
		}
		values[i] = value
	}
	_, err := f.Database.Exec(f.t.Context(), `INSERT INTO `+table+` (`+strings.Join(names, ", ")+`) VALUES `+engine.Tuples(1, len(names))+` ON CONFLICT DO NOTHING`, values...)
	must(f.t, err)
}

func (f *fixture) rows(table string) (count int) {
	must(f.t, f.Database.One(f.t.Context(), []any{&count}, `SELECT COUNT(*) FROM `+table))
	return count
}

func (f *fixture) export() { must(f.t, f.NoteExported(f.t.Context(), north, f.clock.Now())) }

func aRemovedSchoolLeavesNothing(f *fixture) {
	t := f.t
	f.addPerson(t, "ada", "ada@example.org")
	must(t, f.Join(t.Context(), "ada", north, roll.Admin))
	tables := f.columns()
	first := []string{"saves", "cover_links", "student_groups", "tablets"}
	for _, table := range append(first, slices.Sorted(maps.Keys(tables))...) {
		f.fill(table, tables[table])
		if f.rows(table) == 0 {
			t.Fatalf("%s could not be filled", table)
		}
	}
	f.export()
	_, err := f.RemoveSchool(t.Context(), north)
	must(t, err)
	for table := range tables {
		// The school of a wrong password is not known; such rows are deleted after two days. The events of
		// commands of the version before name no school in a column.
		if left := f.rows(table); left != 0 && table != "sign_in_failures" && table != "command_events" {
			t.Errorf("%d rows are left in %s", left, table)
		}
	}
	if len(tables) < 35 {
		t.Errorf("only %d tables were found", len(tables))
	}
}

func (f *fixture) wantRefused(want string) {
	f.t.Helper()
	_, err := f.RemoveSchool(f.t.Context(), north)
	if roll.KindOf(err) != roll.Stale || err == nil || !strings.Contains(fmt.Sprintf("%+v", err), want) {
		f.t.Errorf("removing is answered with %v, want %s", err, want)
	}
	if _, err := f.School(f.t.Context(), north); err != nil {
		f.t.Errorf("the school is gone: %v", err)
	}
}

func aSchoolIsNotRemovedWhileASaveIsUnderWay(f *fixture) {
	t := f.t
	f.accept(t, press("one", absent(), unseen(1)...))
	f.export()
	f.wantRefused("ending.problem.under_way")
	attempt := f.claim(t, "one")
	f.wantRefused("ending.problem.under_way")
	f.answer(t, attempt)
	f.clock.advance(time.Second)
	f.export()
	_, err := f.RemoveSchool(t.Context(), north)
	must(t, err)
}

func aSchoolIsRemovedOnceItsMarksWereExported(f *fixture) {
	t := f.t
	f.wantRefused("ending.problem.not_taken")
	f.export()
	f.clock.advance(time.Second)
	f.accept(t, press("one", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "one"))
	f.wantRefused("ending.problem.not_taken")
	end, err := f.SchoolEnd(t.Context(), north)
	must(t, err)
	if end.Saves != 1 || end.Marks != 1 || end.UnderWay != 0 || end.HasAll() {
		t.Errorf("what goes is counted as %+v", end)
	}
	f.clock.advance(time.Second)
	f.export()
	_, err = f.RemoveSchool(t.Context(), north)
	must(t, err)
	if _, err := f.RemoveSchool(t.Context(), north); roll.KindOf(err) != roll.NotFound {
		t.Errorf("removed again: %v", err)
	}
	must(t, f.NoteTrouble(north))
}

// NoteTrouble records the failure of a late call to the school.
func (f *fixture) NoteTrouble(school roll.SchoolID) error {
	_, err := f.NoteReply(f.t.Context(), school, true, "timeout")
	if left := f.rows("school_states"); left != 0 {
		f.t.Errorf("a late answer left %d rows of the removed school", left)
	}
	return err
}

func peopleOfAnotherSchoolStay(f *fixture) {
	t := f.t
	f.staff(t)
	f.export()
	end, err := f.RemoveSchool(t.Context(), north)
	must(t, err)
	if end.People != 3 || end.Leaving != 2 {
		t.Errorf("%d people, %d of them leaving", end.People, end.Leaving)
	}
	if _, _, err := f.Person(t.Context(), "ada"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("ada is still there: %v", err)
	}
	_, memberships, err := f.Person(t.Context(), "tom")
	must(t, err)
	if len(memberships) != 1 || memberships[0].School != "south" {
		t.Errorf("tom belongs to %v", memberships)
	}
	if _, err := f.School(t.Context(), "south"); err != nil {
		t.Error(err)
	}
}

func everyMarkIsExported(f *fixture) {
	t := f.t
	f.accept(t, press("one", absent(), unseen(2, 1)...))
	f.answer(t, f.claim(t, "one"))
	f.clock.advance(time.Minute)
	corrected := correction("two", "came later", seen(2, 1))
	f.accept(t, corrected)
	var taken []string
	_, err := f.EachDayToExport(t.Context(), north, "0001-01-01", "9999-12-31", func(day []roll.ExportedMark) error {
		for _, one := range day {
			taken = append(taken, fmt.Sprint(one.Date, " ", one.Class, " ", one.Student.ID, " ", one.Student.Student, " ", one.Mark.Status.Name, " ", one.Mark.Outcome, " ", one.Change.Taken.By.Name, " ", one.Change.Corrects(), " ", one.Reason))
		}
		return nil
	})
	must(t, err)
	want := []string{
		fmt.Sprint("2026-11-20 8B 1 ", studentOf(1), " Absent saved T. Adler false "), fmt.Sprint("2026-11-20 8B 2 ", studentOf(2), " Present waiting T. Adler true came later"),
	}
	if !slices.Equal(taken, want) {
		t.Errorf("taken are %q, want %q", taken, want)
	}
}

func aSchoolTakesAnotherName(f *fixture) {
	t := f.t
	must(t, f.SetSchoolName(t.Context(), north, "Oak & Elm", "fr"))
	school, err := f.School(t.Context(), north)
	must(t, err)
	if school.Name != "Oak & Elm" || school.Language != "fr" || school.ID != north {
		t.Errorf("the school is %s, %q", school.ID, school.Name)
	}
	if err := f.SetSchoolName(t.Context(), "nowhere", "X", ""); roll.KindOf(err) != roll.NotFound {
		t.Errorf("renaming nothing: %v", err)
	}
}

func TestTheFilesOfADatabaseHoldNoByteOfARemovedSchool(t *testing.T) {
	t.Parallel()
	location := newFile(t)
	migrated(t, location)
	f := newFixture(t, location)
	f.addPerson(t, "ada", "ada.wylie@example.org")
	must(t, f.Join(t.Context(), "ada", north, roll.Admin))
	students := make([]roll.Enrolment, 500)
	for i := range students {
		students[i] = roll.Enrolment{ID: roll.EnrolmentID(i + 1), Given: "Persephone", Family: "Quillfeather"}
	}
	// The list is replaced, like one that is read again.
	must(t, f.PutStudentFile(t.Context(), north, "year", StudentFile{Students: students}))
	must(t, f.PutStudentFile(t.Context(), north, "year", StudentFile{Students: students[:100]}))
	f.export()
	_, err := f.RemoveSchool(t.Context(), north)
	must(t, err)
	files, err := filepath.Glob(strings.TrimPrefix(location, "sqlite:") + "*")
	must(t, err)
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		for _, word := range []string{"Persephone", "Quillfeather", "ada.wylie", "School " + string(north)} {
			if bytes.Contains(content, []byte(word)) {
				t.Errorf("%s still holds %q", filepath.Base(file), word)
			}
		}
	}
	if len(files) < 2 {
		t.Errorf("only %q were found", files)
	}
}
