package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"rollbook/views/examples"
	"rollbook/views/layout"
	"rollbook/views/pagetest"
)

func TestAProblemSaysWhatHappenedAndWhatToDo(t *testing.T) {
	t.Parallel()
	told := map[string]int{}
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503} {
		v := examples.Problem(pagetest.Base(t), code)
		document, fragment := pagetest.Render(t, layout.Problem(v)), pagetest.BytesOf(t, layout.ProblemFragment(v))
		what := pagetest.Text(document.Find("h1"))
		if other, twice := told[what]; twice || what == "" {
			t.Errorf("%d says the same as %d: %q", code, other, what)
		}
		told[what] = code
		if strings.Contains(string(fragment), "<html") || !strings.Contains(pagetest.Text(pagetest.Render(t, layout.ProblemFragment(v)).Find("body")), what) {
			t.Errorf("%d: the fragment is %s", code, fragment)
		}
	}
	if len(told) != 14 {
		t.Errorf("%d kinds of problems", len(told))
	}
}

func heading(t *testing.T, code int) string {
	t.Helper()
	return pagetest.Text(pagetest.Render(t, layout.Problem(&layout.ProblemView{Page: examples.Stranger(pagetest.Base(t)), Code: code})).Find("h1"))
}

func TestAProblemWithoutWordsOfItsOwnUsesThoseOfItsClass(t *testing.T) {
	t.Parallel()
	for code, like := range map[int]int{418: 400, 499: 400, 502: 500, 599: 500, 0: 500} {
		if got, want := heading(t, code), heading(t, like); got != want {
			t.Errorf("%d says %q", code, got)
		}
	}
}

func TestOnlyAnInternalErrorHasANumber(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]bool{500: true, 404: false} {
		text := fmt.Sprint(pagetest.Text(pagetest.Render(t, layout.Problem(examples.Problem(pagetest.Base(t), code))).Find("main")))
		if strings.Contains(text, "01JD4Z7Q") != want {
			t.Errorf("%d says %q", code, text)
		}
	}
}
