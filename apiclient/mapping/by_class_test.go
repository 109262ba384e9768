package mapping

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// classesOf reads the students of the classes 1 and 2; the answers are their lists.
func classesOf(t *testing.T, answers ...string) List {
	t.Helper()
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		answer := `[{"id":1,"name":"8A"},{"id":2,"name":"8B"}]`
		if at := strings.Index("12", r.URL.Query().Get("c")); r.URL.Path == "/students" {
			answer = answers[at]
		}
		if status, err := strconv.Atoi(answer); err == nil {
			w.WriteHeader(status)
			return
		}
		_, _ = w.Write([]byte(answer))
	})
	mapped := changed(Default().With(Classes, DefaultOf(Classes)), Students, func(r *Reading) {
		r.Path = "/students?c={class}"
	})
	list, err := readerOf(t, client, mapped).Students(t.Context(), Place{Period: "7"})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestRepeatsAcrossClassesAreReported(t *testing.T) {
	t.Parallel()
	const ada, bo = `{"studentSemesterInfoId":1,"studentId":51,"firstName":"Ada"}`, `{"studentSemesterInfoId":2,"studentId":52,"firstName":"Bo"}`
	for says, one := range map[string]struct{ first, second, want string }{
		"two classes":                  {"[" + ada + "]", "[" + bo + "]", "1 8A, 2 8B; twice 0, shared 0, []"},
		"a student in both":            {"[" + ada + "]", "[" + ada + "," + bo + "]", "1 8A, 1 8B, 2 8B; twice 0, shared 0, []"},
		"a student under two numbers":  {"[" + ada + "]", strings.ReplaceAll("["+ada+"]", `Id":1`, `Id":3`), "1 8A, 3 8B; twice 1, shared 0, []"},
		"a number of two students":     {"[" + ada + "]", strings.ReplaceAll("["+bo+"]", `Id":2`, `Id":1`), "1 8A, 1 8B; twice 0, shared 1, []"},
		"the same list for each class": {"[" + ada + "]", "[" + ada + "]", "1 8A, 1 8B; twice 0, shared 0, [all 2 classes have the same students]"},
		"a class without students":     {"[" + ada + "]", `[]`, "1 8A; twice 0, shared 0, []"},
		"a class without an answer":    {"[" + ada + "]", "204", "1 8A; twice 0, shared 0, []"},
		"a class that is unknown":      {"[" + ada + "]", "404", "1 8A; twice 0, shared 0, [8B says that something went wrong]"},
	} {
		list := classesOf(t, one.first, one.second)
		var all []string
		for _, student := range list.Items {
			all = append(all, fmt.Sprint(student.Number(EnrolmentID), " ", student.Text(ClassName)))
		}
		if got := fmt.Sprintf("%s; twice %d, shared %d, %v", strings.Join(all, ", "), len(list.Twice), len(list.Shared), list.Gaps); got != one.want {
			t.Errorf("%s: %s", says, got)
		}
	}
}
