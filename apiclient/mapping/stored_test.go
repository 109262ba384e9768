package mapping

import (
	"bytes"
	"embed"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// kept are mappings as the database and the files of schools contained them, from the first version on.
//
//go:embed testdata/stored*.json
var kept embed.FS

func keptFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := kept.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestStoredMappingsLoadAndAreStoredInTheSameForm(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Mapping{
		"stored_default.json": Default(),
		"stored_absent.json":  Default().With(Students, Reading{Absent: true}).With(Statuses, Reading{Absent: true}),
		"stored.json":         everyField(),
	} {
		file := keptFile(t, name)
		loaded, err := Load(bytes.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, call := range Calls() {
			if got, want := loaded.Of(call), want.Of(call); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s is read as\n%+v, not\n%+v", name, call, got, want)
			}
		}
		for _, m := range []Mapping{loaded, want} {
			if again, err := json.MarshalIndent(m, "", "  "); err != nil || string(again)+"\n" != string(file) {
				t.Errorf("%s is stored as %s, %v", name, again, err)
			}
		}
	}
}

// everyField is the mapping of stored.json, which uses every field of the first five calls.
func everyField() Mapping {
	period, day := DefaultOf(Periods), DefaultOf(Day)
	period.Fields = map[string]string{ID: "$.field1", Name: "$.field2", From: "$.field3", To: "$.field4", Current: "$.field5"}
	period.Paging = Paging{Kind: PagingPage, Parameter: "page", First: 1, SizeParameter: "size", Size: 50, Total: "$.total", MaxPages: 3, MaxItems: 400}
	day.Fields = map[string]string{
		StudentID: "$.field19", EnrolmentID: "$.field20", Status: "$.field21", StatusID: "$.field22",
		Date: "$.field23", Comments: "$.field24", CheckIn: "$.field25", CheckOut: "$.field26",
	}
	day.Paging = Paging{Kind: PagingNone}
	return Default().With(Periods, period).With(Classes, Reading{
		Path: "/classes?p={period}", List: "$.classes.*", Paging: Paging{Kind: PagingLink, Cursor: "$.next"},
		Fields: map[string]string{ID: "$.field6", Name: "$.field7"},
	}).With(Students, Reading{
		Path: "/periods/{period}/classes/{class}?x=a&b", List: "$['students & others']",
		Paging: Paging{Kind: PagingCursor, Parameter: "after", Cursor: "$.cursor"},
		Fields: map[string]string{
			EnrolmentID: "$.field8", StudentID: "$.field9", GivenName: "$.field10", FamilyName: "$.field11", FullName: "$.field12",
			KnownAs: "$.field13", ClassID: "$.field14", ClassName: "$.field15", Photo: "$.field16",
		},
	}).With(Statuses, Reading{
		Path: DefaultOf(Statuses).Path, List: "$", Paging: Paging{Kind: PagingOffset, Parameter: "skip", Size: 20},
		Fields: map[string]string{ID: "$.field17", Name: "$.field18"},
	}).With(Day, day)
}

func TestAFileWrittenByHandKeepsItsMeaning(t *testing.T) {
	t.Parallel()
	const periods, others = `"periods":{"path":"/p","list":"$","fields":{"id":"$.id"}}`, `"students":{"absent":true},"statuses":{"absent":true}`
	plain := Default().With(Periods, Reading{Path: "/p", List: "$", Fields: map[string]string{ID: "$.id"}}).
		With(Students, Reading{Absent: true}).With(Statuses, Reading{Absent: true})
	for file, want := range map[string]Mapping{
		`{"version":1,` + periods + `,` + others + `}`:                                                                                                plain,
		`{"Version":1,"PERIODS":{"Path":"/p","LIST":"$","fields":{"ID":"$.id","name":null,"from":""}},` + others + `}`:                                plain,
		`{"version":1,` + periods + `,` + others + `,"classes":null,"dailyAttendance":null}`:                                                          plain,
		`{"version":1,` + periods + `,` + others + `,"classes":{"absent":true,"path":"/c","list":"$","fields":{"id":"$.id"}}}`:                        plain.With(Classes, Reading{Path: "/c", List: "$", Fields: map[string]string{ID: "$.id"}}),
		`{"version":1,` + periods + `,"students":{"absent":true,"path":"unused","by":"period","fields":{}},"statuses":{"absent":true,"fields":null}}`: plain,
	} {
		loaded, err := Load(strings.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for _, call := range Calls() {
			got, want := loaded.Of(call), want.Of(call)
			if got.Absent && want.Absent {
				got, want = Reading{}, Reading{}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s is %+v", file, call, got)
			}
		}
	}
	for _, file := range []string{
		`{"version":1,` + periods + `}`,
		`{"version":1,` + periods + `,` + others + `,"rooms":{}}`,
		`{"version":"1",` + periods + `,` + others + `}`,
		`{"version":1,` + periods + `,` + others + `,"classes":{"absent":true}}`,
		`{"version":1,"periods":{"path":"/p","list":"$","by":"period","fields":{"id":"$.id"}},` + others + `}`,
		`{"version":1,"periods":{"path":"/p","list":"$","fields":{"id":"$.id","photo":"$.x"}},` + others + `}`,
		`{"version":1,"periods":{"path":"/p","list":"$","fields":{"id":5}},` + others + `}`,
		`{"version":1,"periods":{"path":"/p","list":"$","paging":{"colour":"red"},"fields":{"id":"$.id"}},` + others + `}`,
		`{"version":1,"periods":[],` + others + `}`, `[]`,
		`{"version":1,` + periods + `,"students":{"absent":true,"by":"class"},"statuses":{"absent":true}}`,
		`{"version":1,` + periods + `,"students":{"path":"/s","list":"$","by":"school","fields":{"enrolmentId":"$.id"}},"statuses":{"absent":true}}`,
		`{"version":1,` + periods + `,"students":{"path":"/s","list":"$","by":"class","fields":{"enrolmentId":"$.id"}},"statuses":{"absent":true}}`,
		`{"version":1,` + periods + `,"students":{"path":"/{class}","list":"$","by":"period","fields":{"enrolmentId":"$.id"}},"statuses":{"absent":true}}`,
	} {
		if _, err := Load(strings.NewReader(file)); err == nil {
			t.Errorf("%s is taken", file)
		}
	}
}
