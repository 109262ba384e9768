package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"rollbook/apiclient/sandbox"
)

func TestADecisionsAnswerCountsTheStudentsItIsAbout(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v, office := p.as(t, teacher), p.as(t, officeWorker)
	page := v.get(eightB)
	v.post(rollPath, page.press(t, "Absent", page.enrolments(t, 1, 2, 3)...)).want(t, http.StatusSeeOther)
	stale, theirs := v.get(eightB), office.get(eightB)
	ids := stale.enrolments(t, 10, 11)
	office.post(rollPath, theirs.press(t, "Excused", ids...)).want(t, http.StatusSeeOther)
	v.post(rollPath, stale.press(t, "Absent", ids...)).want(t, http.StatusConflict)
	saved := regexp.MustCompile(`\d+ saved`)
	for name, says := range map[string]string{"change": "1 saved", "keep": ""} {
		now := v.get(eightB)
		row := now.page.Find("[data-outcome=conflict]").First()
		button := row.Find("button[name=" + name + "]")
		form := url.Values{name: {row.AttrOr("data-enrolment", "")}, "seen": now.form("#roll")["seen"]}
		got := v.post(button.AttrOr("formaction", ""), form, byScript()...).want(t, http.StatusOK)
		if text := got.text("#summary h2, strong"); saved.FindString(text) != says {
			t.Errorf("after %s it says %q", name, text)
		}
	}
}

func TestStudentsWhoNeedAPersonStayTickedWithoutScriptsToo(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v, office := p.as(t, teacher), p.as(t, officeWorker)
	page, theirs := v.get(eightB), office.get(eightB)
	office.post(rollPath, theirs.press(t, "Excused", theirs.enrolments(t, 5)...)).want(t, http.StatusSeeOther)
	p.fault(t, sandbox.Fault{RefuseEnrolments: numbers(t, page.enrolments(t, 4)...), BulkOnly: true})
	got := v.follow(v.post(rollPath, page.press(t, "Absent", page.enrolments(t, 3, 4, 5)...))).want(t, http.StatusOK)
	for place, want := range map[int]row{3: {outcome: "saved"}, 4: {outcome: "refused", ticked: true}, 5: {outcome: "conflict", ticked: true}} {
		if row := got.rows(t)[place]; row.outcome != want.outcome || row.ticked != want.ticked {
			t.Errorf("the row is %+v", row)
		}
	}
	form := page.press(t, "Late", page.enrolments(t, 5)...)
	form.Set("save", got.form("#roll").Get("save"))
	refused := v.post(rollPath, form).want(t, http.StatusConflict)
	if row := refused.rows(t)[5]; !row.ticked {
		t.Errorf("where all met newer marks the row is %+v", row)
	}
}
