package apiclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// keyedByID is an object of n records, each under its id, the greatest first.
func keyedByID(n int, record string) string {
	var members []string
	for id := n; id > 0; id-- {
		members = append(members, fmt.Sprintf(`"%d": `, id)+strings.ReplaceAll(record, "%", fmt.Sprint(id)))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func TestObjectsKeyedByIDAreReadInTheOrderOfTheAnswer(t *testing.T) {
	t.Parallel()
	const many = 40
	answers := map[string]string{
		"statuses":       "\ufeff{ \"data\" : " + keyedByID(many, `{"id":%,"names":{"short":"A%","long":"} ] \" Ä%"}}`) + "}",
		"classes":        keyedByID(many, `{"id":"c%","name":"5%"}`),
		"students":       `{"groups":` + keyedByID(many, `{"name":"5%","members":[{"studentSemesterInfoId":1%},{"studentSemesterInfoId":2%}]}`) + `}`,
		"schoolperiods/": "[]",
	}
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, answers[strings.TrimPrefix(r.URL.Path, "/")])
	})
	mapping := DefaultMapping()
	mapping.Statuses = StatusesCall{Call: Call{Path: "/statuses", List: "$.data.*"}, Fields: StatusFields{ID: "$.id", Name: "$.names.*"}}
	mapping.Classes = &ClassesCall{Call: Call{Path: "/classes", List: "$[?@.id != 'c7']"}, Fields: ClassFields{ID: "$.id", Name: "$.name"}}
	mapping.Students.Path, mapping.Students.List = "/students", "$..members"
	reader, ctx := readerOf(t, client, mapping), context.Background()
	for range 5 {
		statuses, err := reader.Statuses(ctx, "1")
		if err != nil || len(statuses.Items) != many {
			t.Fatalf("%d statuses, %v", len(statuses.Items), err)
		}
		classes, err := reader.Classes(ctx, "1")
		if err != nil || len(classes.Items) != many-1 || classes.Items[0].ID != "c40" || classes.Items[many-2].ID != "c1" {
			t.Fatalf("classes %+v, %v", classes.Items, err)
		}
		students, err := reader.Students(ctx, "1", "")
		if err != nil || len(students.Items) != 2*many {
			t.Fatalf("%d students, %v", len(students.Items), err)
		}
		for i, status := range statuses.Items {
			if want := many - i; status != (Status{ID: int64(want), Name: fmt.Sprint("A", want)}) {
				t.Fatalf("status %d is %+v", i, status)
			}
			first := students.Items[2*i].ID
			if want := fmt.Sprint("1", many-i); fmt.Sprint(first) != want {
				t.Fatalf("student %d is %d", 2*i, first)
			}
		}
	}
}

func TestTheOrderOfMembersIsThatOfTheAnswer(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"b":1,"a":2,"10":3,"9":4}`:                             "1 2 3 4",
		`{"b":1,"a":{"x":5,"c":6},"b":9}`:                        "9 map[c:6 x:5]",
		`{"b":{"z":1,"y":2,"x":3},"a":0,"b":[1]}`:                "[1] 0",
		"\n{\t\"\\u0062\" :\r\n1 , \"a\\\"}\":\"]\" ,\"c\":[] }": "1 ] []",
		`[{"b":1,"a":2},{"d":3,"c":4}]`:                          "1 2 3 4",
		`{}`:                                                     "", `"text"`: "", `[]`: "",
	} {
		document, err := decode([]byte(answer))
		if err != nil {
			t.Fatal(err)
		}
		order := &order{names: map[uintptr][]string{}}
		order.note(document, []byte(answer))
		values := order.children(document)
		if list, isList := document.([]any); isList {
			values = nil
			for _, element := range list {
				values = append(values, order.children(element)...)
			}
		}
		if got := strings.Trim(fmt.Sprint(values), "[]"); got != strings.Trim(want, "[]") {
			t.Errorf("%s: %q", answer, got)
		}
	}
}

func TestNestingWithoutEndIsPutInOrderInTime(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"b":[`, 4900) + "1" + strings.Repeat(`],"a":1}`, 4900)
	document, err := decode([]byte(deep))
	if err != nil {
		t.Fatal(err)
	}
	order := &order{names: map[uintptr][]string{}}
	order.note(document, []byte(deep))
	if len(order.names) != 4900 || !slices.Equal(order.of(document.(map[string]any)), []string{"b", "a"}) {
		t.Errorf("%d objects are known", len(order.names))
	}
}

func TestAPathCannotSelectTheSameWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"$" + strings.Repeat("[0,0,0,0,0,0]", 15), "$[0,0,0,0,0]", "$" + strings.Repeat("[0,0]", 4), "$[?@" + strings.Repeat("[0,0]", 4) + "]",
		`$["a'",0,0,0,0]`, `$['\'',0,0,0,0]`,
	} {
		mapping := DefaultMapping()
		mapping.Statuses.List = path
		if err := mapping.Validate(); !errors.Is(err, ErrMapping) || !strings.Contains(err.Error(), "the JSONPath selects the same too often") {
			t.Errorf("%s: %v", path, err)
		}
		if _, err := Select([]any{}, path); !errors.Is(err, ErrMapping) {
			t.Errorf("%s selects: %v", path, err)
		}
	}
	document, err := decode([]byte(`{"Name, Vorname, Klasse, Ort, Land":1,"a":2,"b":3}`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"$['Name, Vorname, Klasse, Ort, Land']": "[1]", "$['a','b','a']": "[2 3 2]"} {
		if got, err := Select(document, path); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
}

//nolint:paralleltest // it measures memory
func TestAPathThatSelectsMuchStaysWithin256MiB(t *testing.T) {
	long := []byte("[" + strings.TrimSuffix(strings.Repeat("[[[[1]]]],", 200_000), ",") + "]")
	document, err := decode(long)
	if err != nil {
		t.Fatal(err)
	}
	mapping := `{"version":1,"periods":{"path":"/p","list":"$` + strings.Repeat("[0,0,0,0,0,0]", 15) + `","fields":{"id":"$.id"}}}`
	for path, refused := range map[string]bool{"$" + strings.Repeat("[0,0,0,0,0,0]", 15): true, "$[*,*][*,*][*,*]": false, "$..[*,*,*,*]": false} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, unread := LoadMapping(strings.NewReader(mapping))
		got, err := Select(document, path)
		runtime.ReadMemStats(&after)
		if unread == nil || (err != nil) != refused || len(got) > maxSelected+8*200_000 {
			t.Errorf("%s selects %d values, %v", path, len(got), err)
		}
		// What is allocated in all is more than is ever in use at once.
		if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 256 {
			t.Errorf("%s took %d MiB", path, allocated)
		}
	}
}
