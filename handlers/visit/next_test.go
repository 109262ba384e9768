package visit_test

import (
	"testing"

	"rollbook/handlers/visit"
	"rollbook/web/paths"
)

func TestOnlyAPageOfThisProgramIsTheNext(t *testing.T) {
	t.Parallel()
	at := paths.New("/rollbook")
	for next, want := range map[string]string{
		"/rollbook/schools/harbour": "/rollbook/schools/harbour",
		at.To(paths.Home):           "", "/elsewhere": "", "//elsewhere.example": "", "https://elsewhere.example/rollbook/": "", "": "",
	} {
		if got := visit.OwnNext(at, next); got != want {
			t.Errorf("after %q comes %q, want %q", next, got, want)
		}
		if got := visit.NextOr(at, next); want == "" && got != at.To(paths.Home) {
			t.Errorf("after %q comes %q, want the home page", next, got)
		}
	}
}
