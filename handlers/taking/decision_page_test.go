package taking_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestADecisionsAnswerCountsTheStudentsItIsAbout(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	page := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 1, 2, 3)...)).Want(t, http.StatusSeeOther)
	stale, theirs := v.Get(apptest.EightB), office.Get(apptest.EightB)
	ids := stale.Enrolments(t, 10, 11)
	office.Post(apptest.RollPath, theirs.Press(t, "Excused", ids...)).Want(t, http.StatusSeeOther)
	v.Post(apptest.RollPath, stale.Press(t, "Absent", ids...)).Want(t, http.StatusConflict)
	saved := regexp.MustCompile(`\d+ Absent`)
	for name, says := range map[string]string{"change": "1 Absent", "keep": ""} {
		now := v.Get(apptest.EightB)
		button := now.Page.Find("#summary button[name=" + name + "]").First()
		form := url.Values{name: {button.AttrOr("value", "")}, "seen": now.Form("#roll")["seen"]}
		got := v.Post(button.AttrOr("formaction", ""), form, apptest.ByScript()...).Want(t, http.StatusOK)
		if text := got.Text("#said strong"); saved.FindString(text) != says {
			t.Errorf("after %s it says %q", name, text)
		}
	}
}

func TestStudentsWhoNeedAPersonStayTickedWithoutScriptsToo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	page, theirs := v.Get(apptest.EightB), office.Get(apptest.EightB)
	office.Post(apptest.RollPath, theirs.Press(t, "Excused", theirs.Enrolments(t, 5)...)).Want(t, http.StatusSeeOther)
	p.Fault(t, sandbox.Fault{RefuseEnrolments: apptest.Numbers(t, page.Enrolments(t, 4)...), BulkOnly: true})
	got := v.Follow(v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 3, 4, 5)...))).Want(t, http.StatusOK)
	for place, want := range map[int]apptest.Row{3: {Outcome: "saved"}, 4: {Outcome: "refused", Ticked: true}, 5: {Outcome: "conflict"}} {
		if row := got.Rows(t)[place]; row.Outcome != want.Outcome || row.Ticked != want.Ticked {
			t.Errorf("the row is %+v", row)
		}
	}
	form := page.Press(t, "Late", page.Enrolments(t, 5)...)
	form.Set("save", got.Form("#roll").Get("save"))
	refused := v.Post(apptest.RollPath, form).Want(t, http.StatusConflict)
	// The question keeps the choice.
	if row := refused.Rows(t)[5]; row.Ticked || !strings.Contains(refused.Text("#summary"), "You chose Late.") {
		t.Errorf("where all met newer marks the row is %+v, and it asks %q", row, refused.Text("#summary"))
	}
	if again := v.Get(apptest.EightB).Text("#summary"); !strings.Contains(again, "Kofi Osei (office) marked Excused at 08:30.") || !strings.Contains(again, "Keep Excused") {
		t.Errorf("opened again the page asks %q", again)
	}
}

// TestFromThreeStudentsOnAllQuestionsAreAnsweredAtOnce answers like a browser without scripts.
func TestFromThreeStudentsOnAllQuestionsAreAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"keep": "Excused", "change": "Absent"} {
		p := apptest.Boot(t)
		v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
		asked := func(places ...int) apptest.Answer {
			page, theirs := v.Get(apptest.EightB), office.Get(apptest.EightB)
			ids := page.Enrolments(t, places...)
			office.Post(apptest.RollPath, theirs.Press(t, "Excused", ids...)).Want(t, http.StatusSeeOther)
			v.Post(apptest.RollPath, page.Press(t, "Absent", ids...)).Want(t, http.StatusConflict)
			return v.Get(apptest.EightB)
		}
		if two := asked(10, 11); two.Page.Find("#summary button[value=all]").Length() != 0 {
			t.Error("two questions are answered at once")
		}
		now := asked(12, 13)
		button := now.Page.Find("#summary button[value=all][name=" + name + "]")
		form := now.Form("#decisions")
		form.Set(name, "all")
		// A question that the form did not show is not decided.
		form["seen"] = form["seen"][:len(form["seen"])-1]
		got := v.Follow(v.Post(button.AttrOr("formaction", ""), form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
		for place, status := range map[int]string{10: want, 11: want, 12: want, 13: "Excused"} {
			if row := got.Rows(t)[place]; row.Status != status || (row.Outcome == "conflict") != (place == 13) {
				t.Errorf("after %s all the row is %+v", name, row)
			}
		}
	}
}

func TestOfASaveInPartThePageSaysWhatWasSavedAndWhatWasKept(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	stale, theirs := v.Get(apptest.EightB), office.Get(apptest.EightB)
	office.Post(apptest.RollPath, theirs.Press(t, "Excused", theirs.Enrolments(t, 10, 11)...)).Want(t, http.StatusSeeOther)
	v.Post(apptest.RollPath, stale.Press(t, "Absent", stale.Enrolments(t, 9, 10, 11)...)).Want(t, http.StatusSeeOther)
	var said string
	for range 2 {
		now := v.Get(apptest.EightB)
		button := now.Page.Find("#summary button[name=keep]").First()
		form := url.Values{"keep": {button.AttrOr("value", "")}, "seen": now.Form("#roll")["seen"]}
		said = v.Post(button.AttrOr("formaction", ""), form, apptest.ByScript()...).Want(t, http.StatusOK).Text("#said strong")
	}
	if said != "1 Absent saved, 2 kept as Excused." {
		t.Errorf("it says %q", said)
	}
}

func TestAfterTheLastQuestionThePageSaysWhatStaysAndNamesTheNextClass(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	stale, theirs := v.Get(apptest.EightB), office.Get(apptest.EightB)
	ids := stale.Enrolments(t, 10)
	office.Post(apptest.RollPath, theirs.Press(t, "Excused", ids...)).Want(t, http.StatusSeeOther)
	v.Post(apptest.RollPath, stale.Press(t, "Absent", ids...)).Want(t, http.StatusConflict)
	now := v.Get(apptest.EightB)
	button := now.Page.Find("#summary button[name=keep]")
	form := url.Values{"keep": {button.AttrOr("value", "")}, "seen": now.Form("#roll")["seen"]}
	got := v.Post(button.AttrOr("formaction", ""), form, apptest.ByScript()...).Want(t, http.StatusOK)
	if text := got.Text("#said strong"); text != "1 kept as Excused." {
		t.Errorf("it says %q", text)
	}
	if next := got.Text("#next"); next == "" || got.Page.Find("#summary .answer").Length() != 0 {
		t.Errorf("the next class is %q, and it asks %q", next, got.Text("#summary"))
	}
}
