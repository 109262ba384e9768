package mapping

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestAMappingSurvivesBeingStored(t *testing.T) {
	t.Parallel()
	mapped := Default().With(Day, DefaultOf(Day)).With(Classes, Reading{
		Path: "/classes?p={period}", List: "$", Paging: Paging{Kind: PagingLink}, Fields: map[string]string{ID: "$.id"},
	})
	stored, err := json.Marshal(mapped)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(bytes.NewReader(stored))
	if err != nil || !reflect.DeepEqual(loaded, mapped) {
		t.Errorf("loaded %+v, %v", loaded, err)
	}
}

func TestAMappingIsMadeOfTheReadingsOfItsCalls(t *testing.T) {
	t.Parallel()
	mapped, copied := byClass(), Mapping{Version: Version}
	for _, call := range Calls() {
		copied = copied.With(call, mapped.Of(call))
	}
	if !reflect.DeepEqual(copied, mapped) {
		t.Errorf("%+v became %+v", mapped, copied)
	}
	without := copied
	for _, call := range Calls()[1:] {
		without = without.With(call, Reading{Absent: true})
	}
	if err := without.Validate(); err != nil || !without.Of(Students).Absent || !without.Of(Day).Absent {
		t.Errorf("without its calls: %+v, %v", without, err)
	}
	copied.Of(Students).Fields[EnrolmentID] = "$.other"
	if !reflect.DeepEqual(copied, mapped) {
		t.Errorf("another mapping changed it to %+v", copied)
	}
}

func TestEveryMistakeOfAMappingIsNamed(t *testing.T) {
	t.Parallel()
	type reading = func(*Reading)
	field := func(name, path string) reading { return func(r *Reading) { r.Fields[name] = path } }
	path := func(path string) reading { return func(r *Reading) { r.Path = path } }
	day := func(change reading) reading { return func(r *Reading) { *r = DefaultOf(Day); change(r) } }
	cases := []struct {
		want   string
		call   Call
		change reading
	}{
		{"periods.path: no path", Periods, path("")},
		{"periods.list: missing", Periods, func(r *Reading) { r.List = "" }},
		{"periods.list: \"x\" is not", Periods, func(r *Reading) { r.List = "x" }},
		{"periods.fields.id: missing", Periods, field(ID, "")},
		{"periods.fields.from", Periods, field(From, "$.[")},
		{"students.path: a path begins", Students, path("https://evil.example/")},
		{"students.path: a path begins with", Students, path("//evil.example/x")},
		{"students.path: placeholder {date}", Students, path("/x?d={date}")},
		{"students.path: a path must not contain '#'", Students, path("/x#y")},
		{"students.path: a path must not contain . or ..", Students, path("/a/%2e%2e/b")},
		{"students.path: a path must not contain ' '", Students, path("/a b")},
		{"students.path: a path must not contain '\\r'", Students, path("/a\r\nX: y")},
		{"students.list: the JSONPath is too costly", Students, func(r *Reading) { r.List = "$..[*]..[*]" }},
		{"statuses.list: the JSONPath is too costly", Statuses, func(r *Reading) { r.List = "$[?@.a == $.b]" }},
		{"classes: missing", Students, path("/x/{class}")},
		{"students.fields.enrolmentId", Students, field(EnrolmentID, "")},
		{"students.paging: unknown kind", Students, func(r *Reading) { r.Paging.Kind = "magic" }},
		{"students.paging: parameter", Students, func(r *Reading) { r.Paging.Kind = PagingPage }},
		{"students.paging: maxPages", Students, func(r *Reading) { r.Paging.MaxPages = MaxPages + 1 }},
		{"students.paging: sizeParameter", Students, func(r *Reading) { r.Paging.SizeParameter = "n" }},
		{"students.paging.cursor", Students, func(r *Reading) { r.Paging = Paging{Kind: PagingCursor, Parameter: "c", Cursor: "?"} }},
		{"statuses.fields.name", Statuses, field(Name, "name")},
		{"dailyAttendance.path: placeholder {date} is missing", Day, day(path("/x"))},
		{"neither studentId nor", Day, day(field(StudentID, ""))},
		{"neither status nor", Day, day(field(Status, ""))},
	}
	for _, one := range cases {
		if err := changed(Default(), one.call, one.change).Validate(); !errors.Is(err, ErrUnusable) || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s: %v", one.want, err)
		}
	}
	old := Default()
	old.Version = 2
	if err := old.Validate(); !errors.Is(err, ErrUnusable) || !strings.Contains(err.Error(), "version") {
		t.Errorf("version: %v", err)
	}
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
}

func TestAMappingsFileIsReadStrictly(t *testing.T) {
	t.Parallel()
	good, err := json.Marshal(Default())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"empty":         "",
		"not JSON":      "periods: x",
		"unknown field": strings.Replace(string(good), `"version":1`, `"version":1,"secret":"x"`, 1),
		"unknown inner": strings.Replace(string(good), `"list":"$"`, `"list":"$","lists":"$"`, 1),
		"two documents": string(good) + string(good),
		"too large":     string(good) + strings.Repeat(" ", MaxBytes),
		"null":          "null",
	}
	for name, file := range files {
		if _, err := Load(strings.NewReader(file)); !errors.Is(err, ErrUnusable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Load(strings.NewReader(string(good) + "\n")); err != nil {
		t.Error(err)
	}
}
