package mapping

import (
	"net/http"
	"strings"
	"testing"
)

func TestFieldsMissingFromTheStudentsComeFromAnotherListByStudentID(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"list":     `[{"studentSemesterInfoId":1,"studentId":51,"firstName":"Own"},{"studentSemesterInfoId":2,"studentId":"52"},{"studentSemesterInfoId":3,"studentId":59},{"studentSemesterInfoId":4}]`,
		"students": `[{"studentId":52,"firstName":"Bo","lastName":"Lund","className":"8B"},{"studentId":51,"firstName":"Other","lastName":"Byron"},{"studentId":null,"firstName":"Nobody"}]`,
	}
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		answer, known := answers[r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]]
		if !known {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = w.Write([]byte(answer))
	})
	mapped := changed(Default().With(People, DefaultOf(People)), People, func(r *Reading) { r.Fields[ClassName] = "$.className" })
	list, err := readerOf(t, client, mapped).Read(t.Context(), Students, Place{Period: "7"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, student := range list.Items {
		got = append(got, student.Text(GivenName)+" "+student.Text(FamilyName)+" "+student.Text(ClassName))
	}
	if text := strings.Join(got, "; "); text != "Own Byron ; Bo Lund 8B;   ;   " {
		t.Errorf("they are %q", text)
	}
	broken := changed(mapped, People, func(r *Reading) { r.Path = "/nothing" })
	if list, err := readerOf(t, client, broken).Read(t.Context(), Students, Place{Period: "7"}); err == nil || len(list.Items) != 0 {
		t.Errorf("without the other list they are %+v, %v", list.Items, err)
	}
}
