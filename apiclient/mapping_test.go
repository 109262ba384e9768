package apiclient

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
	mapping := DefaultMapping()
	mapping.DailyAttendance = DefaultDailyAttendance()
	mapping.Classes = &ClassesCall{Call: Call{Path: "/classes?p={period}", List: "$", Paging: Paging{Kind: PagingLink}}, Fields: ClassFields{ID: "$.id"}}
	stored, err := json.Marshal(mapping)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := LoadMapping(bytes.NewReader(stored))
	if err != nil || !reflect.DeepEqual(loaded, mapping) {
		t.Errorf("loaded %+v, %v", loaded, err)
	}
}

func TestEveryMistakeOfAMappingIsNamed(t *testing.T) {
	t.Parallel()
	cases := map[string]func(*Mapping){
		"version":                                        func(m *Mapping) { m.Version = 2 },
		"periods.path: no path":                          func(m *Mapping) { m.Periods.Path = "" },
		"periods.list: missing":                          func(m *Mapping) { m.Periods.List = "" },
		"periods.list: \"x\" is not":                     func(m *Mapping) { m.Periods.List = "x" },
		"periods.fields.id: missing":                     func(m *Mapping) { m.Periods.Fields.ID = "" },
		"periods.fields.from":                            func(m *Mapping) { m.Periods.Fields.From = "$.[" },
		"students.path: a path begins":                   func(m *Mapping) { m.Students.Path = "https://evil.example/" },
		"students.path: a path begins with":              func(m *Mapping) { m.Students.Path = "//evil.example/x" },
		"students.path: placeholder {date}":              func(m *Mapping) { m.Students.Path = "/x?d={date}" },
		"students.path: a path must not contain '#'":     func(m *Mapping) { m.Students.Path = "/x#y" },
		"students.path: a path must not contain . or ..": func(m *Mapping) { m.Students.Path = "/a/%2e%2e/b" },
		"students.path: a path must not contain ' '":     func(m *Mapping) { m.Students.Path = "/a b" },
		"students.path: a path must not contain '\\r'":   func(m *Mapping) { m.Students.Path = "/a\r\nX: y" },
		"students.list: the JSONPath is too costly":      func(m *Mapping) { m.Students.List = "$..[*]..[*]" },
		"statuses.list: the JSONPath is too costly":      func(m *Mapping) { m.Statuses.List = "$[?@.a == $.b]" },
		"students.by":                                    func(m *Mapping) { m.Students.By = "school" },
		"placeholder {class} is missing":                 func(m *Mapping) { m.Students.By = ByClass },
		"classes: missing":                               func(m *Mapping) { m.Students.By, m.Students.Path = ByClass, "/x/{class}" },
		"students.fields.enrolmentId":                    func(m *Mapping) { m.Students.Fields.EnrolmentID = "" },
		"students.paging: unknown kind":                  func(m *Mapping) { m.Students.Paging.Kind = "magic" },
		"students.paging: parameter":                     func(m *Mapping) { m.Students.Paging.Kind = PagingPage },
		"students.paging: maxPages":                      func(m *Mapping) { m.Students.Paging.MaxPages = MaxPages + 1 },
		"students.paging: sizeParameter":                 func(m *Mapping) { m.Students.Paging.SizeParameter = "n" },
		"students.paging.cursor":                         func(m *Mapping) { m.Students.Paging = Paging{Kind: PagingCursor, Parameter: "c", Cursor: "?"} },
		"statuses.fields.name":                           func(m *Mapping) { m.Statuses.Fields.Name = "name" },
		"dailyAttendance.path: placeholder {date} is missing": func(m *Mapping) {
			m.DailyAttendance = DefaultDailyAttendance()
			m.DailyAttendance.Path = "/x"
		},
		"neither studentId nor": func(m *Mapping) {
			m.DailyAttendance = &DailyAttendanceCall{Call: DefaultDailyAttendance().Call, Fields: DayMarkFields{Status: "$.s"}}
		},
	}
	for want, change := range cases {
		mapping := DefaultMapping()
		change(&mapping)
		if err := mapping.Validate(); !errors.Is(err, ErrMapping) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := DefaultMapping().Validate(); err != nil {
		t.Error(err)
	}
}

func TestAMappingsFileIsReadStrictly(t *testing.T) {
	t.Parallel()
	good, err := json.Marshal(DefaultMapping())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"empty":         "",
		"not JSON":      "periods: x",
		"unknown field": strings.Replace(string(good), `"version":1`, `"version":1,"secret":"x"`, 1),
		"unknown inner": strings.Replace(string(good), `"list":"$"`, `"list":"$","lists":"$"`, 1),
		"two documents": string(good) + string(good),
		"too large":     string(good) + strings.Repeat(" ", MaxMappingBytes),
		"null":          "null",
	}
	for name, file := range files {
		if _, err := LoadMapping(strings.NewReader(file)); !errors.Is(err, ErrMapping) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := LoadMapping(strings.NewReader(string(good) + "\n")); err != nil {
		t.Error(err)
	}
}

func TestOptionalValuesAreReadLeniently(t *testing.T) {
	t.Parallel()
	for value, want := range map[any]string{"2026-03-04": "2026-03-04", "2026-03-04T08:00:00Z": "2026-03-04", "2026-03-04 08:00": "2026-03-04", "": "", nil: ""} {
		if got, err := dateOf(value); err != nil || got != want {
			t.Errorf("date %v: %q, %v", value, got, err)
		}
	}
	for _, value := range []any{"04.03.2026", "2026-3-4", "2026-02-30", "2026-03-041", json.Number("20260304"), true} {
		if got, err := dateOf(value); err == nil {
			t.Errorf("date %v: %q", value, got)
		}
	}
	for value, want := range map[any]bool{true: true, "Yes": true, json.Number("1"): true, "current": true, false: false, "": false, json.Number("0"): false, nil: false} {
		if got, err := flagOf(value); err != nil || got != want {
			t.Errorf("flag %v: %v, %v", value, got, err)
		}
	}
	if _, err := flagOf(json.Number("2")); err == nil {
		t.Error("2 is a flag")
	}
	for value, want := range map[any]string{json.Number("9007199254740993"): "9007199254740993", "P/1": "P/1"} {
		if got, err := keyOf(value); err != nil || got != want {
			t.Errorf("key %v: %q, %v", value, got, err)
		}
	}
	for _, value := range []any{json.Number("1e3"), json.Number("1.0"), " ", nil, true} {
		if got, err := keyOf(value); err == nil {
			t.Errorf("key %v: %q", value, got)
		}
	}
}
