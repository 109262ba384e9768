package services

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

func TestPeriodsAreReadWithWhatIsKnownOfThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = `[{"id":1,"name":"Autumn","startDate":"2026-09-01","endDate":"2027-01-31"},{"id":"s-2","startDate":"soon"}]`
	periods, err := f.connections.Periods(t.Context(), f.school)
	want := []roll.Period{{ID: "1", Name: "Autumn", Starts: "2026-09-01", Ends: "2027-01-31"}, {ID: "s-2", Name: "s-2"}}
	if err != nil || !reflect.DeepEqual(periods, want) {
		t.Errorf("they are %+v, %v", periods, err)
	}
	if last := f.service.requests()[0]; last.target != "/district/serviceapi/v1/curriculum/schoolperiods/list" || last.body != "" {
		t.Errorf("asked was %+v", last)
	}
}

func TestAStatusWithoutANameIsCalledByItsNumber(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = `[{"id":1,"name":"Present"},{"id":2},{"id":3,"name":""}]`
	statuses, err := f.connections.Statuses(t.Context(), f.school, "1")
	want := []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "2"}, {ID: 3, Name: "3"}}
	if err != nil || !slices.Equal(statuses, want) {
		t.Errorf("they are %+v, %v", statuses, err)
	}
}

func TestStudentsAreReadWithWhatIsKnownOfThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = `[{"studentSemesterInfoId":9007199254740993,"studentId":11,"firstName":"Ada","lastName":"Lovelace","className":"8B"},{"studentSemesterInfoId":2},{"firstName":"Bo","className":"8B"},{"studentSemesterInfoId":2}]`
	read, err := f.connections.Students(t.Context(), f.school, "1 & 2")
	want := []roll.Enrolment{{ID: 9007199254740993, Student: 11, Given: "Ada", Family: "Lovelace", Class: "8B", ClassName: "8B"}, {ID: 2}}
	if err != nil || !slices.Equal(read.Students, want) {
		t.Errorf("they are %+v, %v", read.Students, err)
	}
	unnumbered := []roll.Enrolment{{Given: "Bo", Class: "8B", ClassName: "8B"}}
	if !slices.Equal(read.Unnumbered, unnumbered) || read.LeftOver != 2 {
		t.Errorf("without a number are %+v, left over %d", read.Unnumbered, read.LeftOver)
	}
	if target := f.service.requests()[0].target; target != "/district/serviceapi/v1/students/list?schoolPeriodId=1+%26+2" {
		t.Errorf("asked was %s", target)
	}
}

func TestAListThatNeedsADecisionIsNotRead(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		`{"total":120,"rows":[{"studentSemesterInfoId":1,"studentId":11}]}`:                                     mapping.ErrNotWhole,
		`{"rows":[{"studentSemesterInfoId":1,"studentId":11},{"studentSemesterInfoId":2,"studentId":11}]}`:      mapping.ErrTwice,
		`{"rows":[{"studentSemesterInfoId":1,"studentId":11},{"studentSemesterInfoId":1,"studentId":12}]}`:      mapping.ErrShared,
		`{"rows":[{"studentSemesterInfoId":1,"studentId":11,"year":"2"},{"studentSemesterInfoId":2,"year":1}]}`: mapping.ErrOtherPeriod,
	} {
		f := newFixture(t)
		f.mapped(t, func(m *mapping.Mapping) {
			students := m.Of(mapping.Students)
			students.List, students.Fields[mapping.SchoolPeriod] = "$.rows", "$.year"
			*m = m.With(mapping.Students, students)
		})
		f.service.bodies = map[string]string{"/district/serviceapi/v1/curriculum/schoolperiods/list": `[{"id":1,"name":"One"},{"id":2,"name":"Two"}]`}
		f.service.body = body
		if read, err := f.connections.Students(t.Context(), f.school, "1"); !errors.Is(err, want) || len(read.Students) > 0 {
			t.Errorf("of %s it reads %d students, %v", body, len(read.Students), err)
		}
	}
}

func TestWhoSeemsToHaveLeftIsToldUntilAPersonDecides(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rule := mapping.Rule{Field: "$.status", IsNot: []string{"withdrawn"}}
	asks := func(states ...string) bool {
		var items []string
		for i, state := range states {
			items = append(items, fmt.Sprintf(`{"studentSemesterInfoId":%d,"status":%q}`, i+1, state))
		}
		f.service.body = "[" + strings.Join(items, ",") + "]"
		read, err := f.connections.Students(t.Context(), f.school, "1")
		if err != nil || len(read.Students) == 0 {
			t.Fatalf("they are %+v, %v", read.Students, err)
		}
		return read.Students[len(read.Students)-1].Left
	}
	if asks("active", "active") || !asks("active", "withdrawn") {
		t.Error("a student who withdrew at a later reading is not told")
	}
	for _, declined := range []bool{false, true} {
		rule.Declined = declined
		f.mapped(t, func(m *mapping.Mapping) {
			students := m.Of(mapping.Students)
			students.Keep = []mapping.Rule{rule}
			*m = m.With(mapping.Students, students)
		})
		if asks("active", "withdrawn") || !asks("active", "withdrawn", "graduated") {
			t.Errorf("after a decision (declined: %t) it is told again, or another is not", declined)
		}
	}
}

func TestStudentsAreReadClassByClassWhereTheMappingSaysSo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mapped(t, func(m *mapping.Mapping) {
		students := m.Of(mapping.Students)
		students.Path = "/classes/{class}"
		delete(students.Fields, mapping.ClassName)
		students.Fields[mapping.FullName], students.Fields[mapping.KnownAs] = "$.full", "$.known"
		*m = m.With(mapping.Students, students).With(mapping.Classes, mapping.Reading{
			Path: "/classes", List: "$", Fields: map[string]string{mapping.ID: "$.id", mapping.Name: "$.name"},
		})
	})
	f.service.bodies = map[string]string{
		"/district/classes":   `[{"id":"b","name":"8B"},{"id":"a","name":"8A"}]`,
		"/district/classes/b": `[{"studentSemesterInfoId":1,"firstName":"Augusta","lastName":"Lovelace","known":"Ada"},{"studentSemesterInfoId":2,"full":"Bob B."},{"full":"Cleo"}]`,
		"/district/classes/a": `[{"studentSemesterInfoId":1,"firstName":"Augusta","known":"Ada"}]`,
	}
	read, err := f.connections.Students(t.Context(), f.school, "1")
	want := []roll.Enrolment{
		{ID: 1, Given: "Ada", Family: "Lovelace", Class: "b", ClassName: "8B"}, {ID: 2, Given: "Bob B.", Class: "b", ClassName: "8B"}, {ID: 1, Given: "Augusta", Class: "a", ClassName: "8A"},
	}
	if err != nil || !slices.Equal(read.Students, want) {
		t.Errorf("they are %+v, %v", read.Students, err)
	}
	if unnumbered := []roll.Enrolment{{Given: "Cleo", Class: "b", ClassName: "8B"}}; !slices.Equal(read.Unnumbered, unnumbered) {
		t.Errorf("without a number are %+v", read.Unnumbered)
	}
}

// mapped gives the school a mapping that differs from the default.
func (f *fixture) mapped(t *testing.T, change func(*mapping.Mapping)) {
	t.Helper()
	mapped := mapping.Default()
	change(&mapped)
	text, err := json.Marshal(mapped)
	if err != nil {
		t.Fatal(err)
	}
	f.school.Mapping = string(text)
}

func TestADayIsReadOnlyWhereTheMappingSaysHow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if can, err := f.connections.CanRead(t.Context(), f.school); can || err != nil {
		t.Errorf("by default it can be read: %t, %v", can, err)
	}
	f.mapped(t, func(m *mapping.Mapping) { *m = m.With(mapping.Day, mapping.DefaultOf(mapping.Day)) })
	f.service.body = `[{"studentId":11,"attendanceStatus":"Absent","date":"2026-11-20"}]`
	can, err := f.connections.CanRead(t.Context(), f.school)
	if !can || err != nil {
		t.Fatalf("with a mapping it can be read: %t, %v", can, err)
	}
	day, err := f.connections.ReadDay(t.Context(), f.school, "1", "2026-11-20")
	if err != nil || !slices.Equal(day, []roll.DayMark{{Student: 11, Status: "Absent"}}) {
		t.Errorf("the day is %+v, %v", day, err)
	}
	if target := f.service.requests()[0].target; target != "/district/serviceapi/v1/students/attendance/daily/list?schoolPeriodId=1&date=2026-11-20" {
		t.Errorf("asked was %s", target)
	}
}

func TestWhetherADayCanBeReadTakesNoKeyUntilTheSettingsChange(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mapped(t, func(m *mapping.Mapping) { *m = m.With(mapping.Day, mapping.DefaultOf(mapping.Day)) })
	if can, err := f.connections.CanRead(t.Context(), f.school); !can || err != nil {
		t.Fatalf("at first it can be read: %t, %v", can, err)
	}
	key := f.keys.inUse[f.school.ID]
	delete(f.keys.inUse, f.school.ID)
	if can, err := f.connections.CanRead(t.Context(), f.school); !can || err != nil {
		t.Errorf("without looking the key up it can be read: %t, %v", can, err)
	}
	f.mapped(t, func(*mapping.Mapping) {})
	if can, err := f.connections.CanRead(t.Context(), f.school); err == nil {
		t.Errorf("with other settings the key is not looked up: %t", can)
	}
	f.keys.inUse[f.school.ID] = key
	if can, err := f.connections.CanRead(t.Context(), f.school); can || err != nil {
		t.Errorf("with other settings it can be read: %t, %v", can, err)
	}
}

func TestAProbeChangesNothingAndTellsWhetherTheKeyIsTaken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = "[]"
	if err := f.connections.Probe(t.Context(), f.school); err != nil {
		t.Errorf("a service that answers: %v", err)
	}
	if last := f.service.requests()[0]; last.method != "GET" {
		t.Errorf("the probe is %+v", last)
	}
	f.service.status = 401
	if err := f.connections.Probe(t.Context(), f.school); Problem(err) != "unauthorized" {
		t.Errorf("a service that refuses the key: %v", err)
	}
}
