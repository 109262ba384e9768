package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

// badTimes are bad times of a roll's form.
func badTimes() map[string]trial {
	return map[string]trial{
		"checkInOrCheckOut bad":     lateRefused(set("check", "sideways"), set("check", "IN"), set("check", "in ")),
		"checkTime 24:00 / 25:61":   lateRefused(set("time", "24:00"), set("time", "25:61"), set("time", "8:30"), set("time", "٠٨:٣٠")),
		"checkTime in the future":   lateRefused(set("time", "17:00"), set("time", "08:37")),
		"checkOut without status":   refusedAs(http.StatusUnprocessableEntity, func(form url.Values) { form.Del("status"); form.Set("check", "out") }),
		"checkTime in the DST gap":  inTheGap,
		"checkTime in the DST fold": inTheFold,
	}
}

// lateRefused is refusedAs with a status that carries a time.
func lateRefused(changes ...func(url.Values)) trial {
	return func(t *testing.T, p *program) {
		late := p.as(t, teacher).get(eightB).status(t, "Late")
		for _, change := range changes {
			refusedAs(http.StatusUnprocessableEntity, func(form url.Values) {
				form.Set("status", late)
				change(form)
			})(t, p)
		}
	}
}

func inTheGap(t *testing.T, _ *program) {
	p := bootAt(t, clockFrom(time.Date(2027, time.March, 28, 9, 0, 0, 0, time.UTC)))
	v := p.as(t, frenchTeacher)
	const path = "/schools/tilleuls/roll"
	page := v.get(path+"?class=4e+B").want(t, http.StatusOK)
	form := page.press(t, "Late", page.enrolments(t, 3)...)
	form.Set("time", "02:30")
	got := p.nothing(t, func() answer { return v.post(path, form) }).want(t, http.StatusUnprocessableEntity)
	if !got.rows(t)[3].ticked || !strings.Contains(got.text("#summary"), "does not exist") {
		t.Errorf("it says %s", got.text("#summary"))
	}
}

func inTheFold(t *testing.T, _ *program) {
	p := bootAt(t, clockFrom(time.Date(2026, time.October, 25, 9, 0, 0, 0, time.UTC)))
	v := p.as(t, teacher)
	page := v.get(eightB).want(t, http.StatusOK)
	form := page.press(t, "Late", page.enrolments(t, 3)...)
	form.Set("time", "01:30")
	token := v.post(rollPath, form).saved(t)
	save, err := p.app.Store.Save(t.Context(), harbour, roll.Token(token))
	must(t, err)
	if save.Observed != "01:30+01:00" {
		t.Errorf("kept as %s", save.Observed)
	}
}

// badReasons are texts that must come through whole, and harmless.
func badReasons() map[string]trial {
	return map[string]trial{
		"comment with script":  reasonComesThrough(`<script>alert(1)</script>"'&`),
		"comment emoji/4-byte": reasonComesThrough("👩‍🏫 👩🏽‍🚀"),
	}
}

// reasonComesThrough has the office change yesterday with the reason.
func reasonComesThrough(reason string) trial {
	return func(t *testing.T, p *program) {
		v := p.as(t, officeWorker)
		page := v.get(eightB+"&date="+yesterday).want(t, http.StatusOK)
		form := page.press(t, "Absent", page.enrolments(t, 3)...)
		form.Set("reason", reason)
		form.Del("status")
		refused := p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusUnprocessableEntity)
		if kept := refused.form("#roll").Get("reason"); kept != reason {
			t.Errorf("the page keeps %q", kept)
		}
		form.Set("status", page.status(t, "Absent"))
		token := v.post(rollPath, form).saved(t)
		save, err := p.app.Store.Save(t.Context(), harbour, roll.Token(token))
		must(t, err)
		if save.Reason != reason {
			t.Errorf("kept as %q", save.Reason)
		}
		for _, path := range []string{savesPath + token, historyPath + page.enrolments(t, 3)[0] + "/history?date=" + yesterday} {
			shown := v.get(path).want(t, http.StatusOK)
			if !strings.Contains(shown.text("main"), reason) || shown.page.Find("main script").Length() > 0 {
				t.Errorf("%s shows %s", path, shown.text("main"))
			}
		}
	}
}

func emptyClass(t *testing.T, _ *program) {
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	other := page.page.Find("select[name=period] option:not([selected])").First().AttrOr("value", "")
	must(t, p.app.Store.PutStudents(t.Context(), harbour, roll.PeriodID(other), "file", nil))
	empty := v.get(eightB+"&period="+other).want(t, http.StatusOK)
	if text := empty.text("main"); !strings.Contains(text, "Nobody is on this class's list") {
		t.Errorf("it says %s", text)
	}
	form.Set("period", other)
	for _, ids := range [][]string{nil, form["enrolment"]} {
		form["enrolment"] = ids
		p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusUnprocessableEntity)
	}
}

func twoTabs(t *testing.T, p *program) {
	v := p.as(t, teacher)
	first, second := v.get(eightB), v.get(eightB)
	student := first.enrolments(t, 10)
	v.post(rollPath, first.press(t, "Absent", student...)).want(t, http.StatusSeeOther)
	calls := len(p.sandbox.Arrivals(harbourCode))
	got := v.post(rollPath, second.press(t, "Excused", student...)).want(t, http.StatusConflict)
	if row := got.rows(t)[10]; row.outcome != "conflict" || len(p.sandbox.Arrivals(harbourCode)) != calls {
		t.Errorf("the row is %+v", row)
	}
	change := got.page.Find("button[name=change]")
	form := got.form("#decisions")
	form.Set("change", change.AttrOr("value", ""))
	decided := v.follow(v.post(change.AttrOr("formaction", ""), form)).want(t, http.StatusOK)
	if row := decided.rows(t)[10]; row.outcome != "saved" || row.status != "Excused" {
		t.Errorf("then the row is %+v", row)
	}
}

func afterExpiry(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 11)...)
	v.post("/sign-out", nil).want(t, http.StatusSeeOther)
	script := p.nothing(t, func() answer {
		return v.post(rollPath, form, "HX-Request", "true", "HX-Current-URL", v.address+eightB)
	}).want(t, http.StatusUnauthorized)
	if to := script.header.Get("HX-Redirect"); to != "/sign-in?next="+url.QueryEscape(eightB) {
		t.Errorf("a script is led to %s", to)
	}
	if link := script.address("[role=alert] a"); link != "/sign-in?next="+url.QueryEscape(eightB) {
		t.Errorf("its link leads to %s", link)
	}
	plain := p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusSeeOther)
	signIn := v.follow(plain).form("main form")
	signIn.Set("email", teacher)
	signIn.Set("password", everyPassword)
	v.post("/sign-in", signIn).want(t, http.StatusSeeOther)
	if rows := v.follow(v.post(rollPath, form)).rows(t); rows[11].outcome != "saved" {
		t.Errorf("after signing in again the row is %+v", rows[11])
	}
}

func TestWhoeverSignsInAgainComesBackToTheRollWithoutScriptsToo(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 11)...)
	v.post("/sign-out", nil).want(t, http.StatusSeeOther)
	ticked := eightB + "&draft=" + url.QueryEscape(form.Get("save")) + "&status=" + form.Get("status") + "&tick=" + form.Get("enrolment")
	for referrer, want := range map[string]string{
		v.address + eightB: "/sign-in?next=" + url.QueryEscape(ticked), v.address + ticked: "/sign-in?next=" + url.QueryEscape(ticked), v.address + rollPath: "/sign-in", "": "/sign-in",
		"http://evil.example" + eightB: "/sign-in", v.address + "//evil.example/x": "/sign-in",
	} {
		got := v.post(rollPath, form, "Referer", referrer).want(t, http.StatusSeeOther)
		if to := got.header.Get("Location"); to != want {
			t.Errorf("from %q it leads to %s, not %s", referrer, to, want)
		}
	}
	back := p.as(t, teacher).get(ticked).want(t, http.StatusOK)
	if row, again := back.rows(t)[11], back.form("#roll"); !row.ticked || again.Get("status") != form.Get("status") {
		t.Errorf("the row is %+v, and %q is chosen", row, again.Get("status"))
	}
	other := p.as(t, otherTeacher).get(ticked).want(t, http.StatusOK)
	if row := other.rows(t)[11]; row.ticked {
		t.Error("somebody else who signs in has the ticks")
	}
	p.as(t, teacher).get(ticked+"x").want(t, http.StatusBadRequest)
	p.as(t, teacher).get(ticked+"9").want(t, http.StatusOK)
}

func afterAnother(t *testing.T, p *program) {
	page := p.as(t, teacher).get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 12)...)
	v := p.as(t, otherTeacher)
	got := p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusConflict)
	if slices.ContainsFunc(got.rows(t), func(one row) bool { return one.ticked }) {
		t.Error("the other person's ticks are there")
	}
	if text := got.text("#summary"); !strings.Contains(text, "Somebody else signed in") {
		t.Errorf("it says %s", text)
	}
}

func TestADateThatDoesNotExistSavesNothingAndKeepsTheTicks(t *testing.T) {
	t.Parallel()
	p := boot(t)
	var changes []func(url.Values)
	for _, date := range []string{"2026-02-30", "2027-02-29", "0000-00-00", "2026-11-19T08:30", "19/11/2026", "2026-11-1٩", " " + today, "today", ""} {
		changes = append(changes, set("date", date))
	}
	changes = append(changes, func(form url.Values) { form.Del("date") })
	refusedAs(http.StatusBadRequest, changes...)(t, p)
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	form.Set("date", "2026-02-30")
	again := v.post(rollPath, form)
	if text := again.text("#summary"); text != "Nothing was saved: the date of this page does not exist. Open today's roll." {
		t.Errorf("it says %q", text)
	}
	if date := again.form("#roll").Get("date"); date != today {
		t.Errorf("the roll is that of %s", date)
	}
}

func TestAStudentSeenInTwoStatesAtOnceIsADamagedForm(t *testing.T) {
	t.Parallel()
	p := boot(t)
	refusedAs(http.StatusBadRequest, func(form url.Values) { form.Add("seen", form.Get("enrolment")+":7") })(t, p)
}
