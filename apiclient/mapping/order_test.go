package mapping

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"rollbook/apiclient/document"
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
	mapped := Default().With(Statuses, Reading{Path: "/statuses", List: "$.data.*", Fields: map[string]string{ID: "$.id", Name: "$.names.*"}})
	mapped = mapped.With(Classes, Reading{Path: "/classes", List: "$[?@.id != 'c7']", Fields: map[string]string{ID: "$.id", Name: "$.name"}})
	mapped = changed(mapped, Students, func(r *Reading) { r.Path, r.List = "/students", "$..members" })
	reader, ctx, at := readerOf(t, client, mapped), context.Background(), Place{Period: "1"}
	for range 5 {
		statuses, err := reader.Read(ctx, Statuses, at)
		if err != nil || len(statuses.Items) != many {
			t.Fatalf("%d statuses, %v", len(statuses.Items), err)
		}
		classes, err := reader.Read(ctx, Classes, at)
		if err != nil || len(classes.Items) != many-1 || classes.Items[0].Text(ID) != "c40" || classes.Items[many-2].Text(ID) != "c1" {
			t.Fatalf("classes %+v, %v", classes.Items, err)
		}
		students, err := reader.Read(ctx, Students, at)
		if err != nil || len(students.Items) != 2*many {
			t.Fatalf("%d students, %v", len(students.Items), err)
		}
		for i, status := range statuses.Items {
			if want := many - i; status.Number(ID) != int64(want) || status.Text(Name) != fmt.Sprint("A", want) {
				t.Fatalf("status %d is %+v", i, status)
			}
			first := students.Items[2*i].Number(EnrolmentID)
			if want := fmt.Sprint("1", many-i); fmt.Sprint(first) != want {
				t.Fatalf("student %d is %d", 2*i, first)
			}
		}
	}
}

func TestAPathCannotSelectTheSameWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"$" + strings.Repeat("[0,0,0,0,0,0]", 15), "$[0,0,0,0,0]", "$" + strings.Repeat("[0,0]", 4), "$[?@" + strings.Repeat("[0,0]", 4) + "]",
		`$["a'",0,0,0,0]`, `$['\'',0,0,0,0]`,
	} {
		mapped := changed(Default(), Statuses, func(r *Reading) { r.List = path })
		if err := mapped.Validate(); !errors.Is(err, ErrUnusable) || !strings.Contains(err.Error(), "the JSONPath selects the same too often") {
			t.Errorf("%s: %v", path, err)
		}
		if _, err := Select([]any{}, path); !errors.Is(err, ErrUnusable) {
			t.Errorf("%s selects: %v", path, err)
		}
	}
	decoded, err := document.Decode([]byte(`{"Name, Vorname, Klasse, Ort, Land":1,"a":2,"b":3}`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"$['Name, Vorname, Klasse, Ort, Land']": "[1]", "$['a','b','a']": "[2 3 2]"} {
		if got, err := Select(decoded, path); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
}

//nolint:paralleltest // it measures memory
func TestAPathThatSelectsMuchStaysWithin256MiB(t *testing.T) {
	long := []byte("[" + strings.TrimSuffix(strings.Repeat("[[[[1]]]],", 79_000), ",") + "]")
	decoded, err := document.Decode(long)
	if err != nil {
		t.Fatal(err)
	}
	mapping := `{"version":1,"periods":{"path":"/p","list":"$` + strings.Repeat("[0,0,0,0,0,0]", 15) + `","fields":{"id":"$.id"}}}`
	for path, refused := range map[string]bool{"$" + strings.Repeat("[0,0,0,0,0,0]", 15): true, "$[*,*][*,*][*,*]": false, "$..[*,*,*,*]": false} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, unread := Load(strings.NewReader(mapping))
		got, err := Select(decoded, path)
		runtime.ReadMemStats(&after)
		if unread == nil || (err != nil) != refused || len(got) > 1_000_000+8*79_000 {
			t.Errorf("%s selects %d values, %v", path, len(got), err)
		}
		// The total allocation exceeds the memory in use at any time.
		if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 256 {
			t.Errorf("%s took %d MiB", path, allocated)
		}
	}
}
