package badinput_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// badTimes are the trials of bad times in a roll's form.
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
	return func(t *testing.T, p *apptest.Program) {
		late := p.As(t, apptest.Teacher).Get(apptest.EightB).Status(t, "Late")
		for _, change := range changes {
			refusedAs(http.StatusUnprocessableEntity, func(form url.Values) {
				form.Set("status", late)
				change(form)
			})(t, p)
		}
	}
}

func inTheGap(t *testing.T, _ *apptest.Program) {
	p := apptest.BootAt(t, apptest.ClockFrom(time.Date(2027, time.March, 28, 9, 0, 0, 0, time.UTC)))
	v := p.As(t, apptest.FrenchTeacher)
	const path = "/schools/tilleuls/roll"
	page := v.Get(path+"?class=4e+B").Want(t, http.StatusOK)
	form := page.Press(t, "En retard", page.Enrolments(t, 3)...)
	form.Set("time", "02:30")
	got := p.Nothing(t, func() apptest.Answer { return v.Post(path, form) }).Want(t, http.StatusUnprocessableEntity)
	if !got.Rows(t)[3].Ticked || !strings.Contains(got.Text("#summary"), "does not exist") {
		t.Errorf("it says %s", got.Text("#summary"))
	}
}

func inTheFold(t *testing.T, _ *apptest.Program) {
	p := apptest.BootAt(t, apptest.ClockFrom(time.Date(2026, time.October, 25, 9, 0, 0, 0, time.UTC)))
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	form := page.Press(t, "Late", page.Enrolments(t, 3)...)
	form.Set("time", "01:30")
	token := v.Post(apptest.RollPath, form).Saved(t)
	save, err := p.App.Store.Save(t.Context(), apptest.Harbour, roll.Token(token))
	apptest.Must(t, err)
	if save.Observed != "01:30+01:00" {
		t.Errorf("kept as %s", save.Observed)
	}
}

// badReasons are the trials of texts that must be stored unchanged, and do no harm.
func badReasons() map[string]trial {
	return map[string]trial{
		"comment with script":  reasonComesThrough(`<script>alert(1)</script>"'&`),
		"comment emoji/4-byte": reasonComesThrough("👩‍🏫 👩🏽‍🚀"),
	}
}

// reasonComesThrough makes the office change yesterday with the reason.
func reasonComesThrough(reason string) trial {
	return func(t *testing.T, p *apptest.Program) {
		v := p.As(t, apptest.OfficeWorker)
		page := v.Get(apptest.EightB+"&date="+apptest.Yesterday).Want(t, http.StatusOK)
		form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
		form.Set("reason", reason)
		form.Del("status")
		refused := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusUnprocessableEntity)
		if kept := refused.Form("#roll").Get("reason"); kept != reason {
			t.Errorf("the page keeps %q", kept)
		}
		form.Set("status", page.Status(t, "Absent"))
		token := v.Post(apptest.RollPath, form).Saved(t)
		save, err := p.App.Store.Save(t.Context(), apptest.Harbour, roll.Token(token))
		apptest.Must(t, err)
		if save.Reason != reason {
			t.Errorf("kept as %q", save.Reason)
		}
		for _, path := range []string{apptest.SavesPath + token, apptest.HistoryPath + page.Enrolments(t, 3)[0] + "/history?date=" + apptest.Yesterday} {
			shown := v.Get(path).Want(t, http.StatusOK)
			if !strings.Contains(shown.Text("main"), reason) || shown.Page.Find("main script").Length() > 0 {
				t.Errorf("%s shows %s", path, shown.Text("main"))
			}
		}
	}
}

func emptyClass(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	other := otherPeriod(t, p)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, roll.PeriodID(other), "file", nil))
	apptest.Must(t, p.App.Lists.Rosters.Forget(t.Context(), apptest.Harbour))
	empty := v.Get(apptest.RollPath+"?class=9Z&period="+other).Want(t, http.StatusOK)
	if text := empty.Text("main"); !strings.Contains(text, "Nobody is on this class's list") {
		t.Errorf("it says %s", text)
	}
	form.Set("period", other)
	form.Set("class", "9Z")
	for _, ids := range [][]string{nil, form["enrolment"]} {
		form["enrolment"] = ids
		p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusUnprocessableEntity)
	}
}

func twoTabs(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	first, second := v.Get(apptest.EightB), v.Get(apptest.EightB)
	student := first.Enrolments(t, 10)
	v.Post(apptest.RollPath, first.Press(t, "Absent", student...)).Want(t, http.StatusSeeOther)
	calls := len(p.Sandbox.Arrivals(apptest.HarbourCode))
	got := v.Post(apptest.RollPath, second.Press(t, "Excused", student...)).Want(t, http.StatusConflict)
	if row := got.Rows(t)[10]; row.Outcome != "conflict" || len(p.Sandbox.Arrivals(apptest.HarbourCode)) != calls {
		t.Errorf("the row is %+v", row)
	}
	change := got.Page.Find("button[name=change]")
	form := got.Form("#decisions")
	form.Set("change", change.AttrOr("value", ""))
	decided := v.Follow(v.Post(change.AttrOr("formaction", ""), form)).Want(t, http.StatusOK)
	if row := decided.Rows(t)[10]; row.Outcome != "saved" || row.Status != "Excused" {
		t.Errorf("then the row is %+v", row)
	}
}

func afterExpiry(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 11)...)
	v.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	script := p.Nothing(t, func() apptest.Answer {
		return v.Post(apptest.RollPath, form, "HX-Request", "true", "HX-Current-URL", v.Address+apptest.EightB)
	}).Want(t, http.StatusUnauthorized)
	if to := script.Header.Get("HX-Redirect"); to != "/sign-in?next="+url.QueryEscape(apptest.EightB) {
		t.Errorf("a script is led to %s", to)
	}
	if link := script.Address("[role=alert] a"); link != "/sign-in?next="+url.QueryEscape(apptest.EightB) {
		t.Errorf("its link leads to %s", link)
	}
	plain := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusSeeOther)
	signIn := v.Follow(plain).Form("main form")
	signIn.Set("email", apptest.Teacher)
	signIn.Set("password", apptest.EveryPassword)
	v.Post("/sign-in", signIn).Want(t, http.StatusSeeOther)
	if rows := v.Follow(v.Post(apptest.RollPath, form)).Rows(t); rows[11].Outcome != "saved" {
		t.Errorf("after signing in again the row is %+v", rows[11])
	}
}

func TestSigningInAgainReturnsToTheRollWithoutScriptsToo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 11)...)
	v.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	ticked := apptest.EightB + "&draft=" + url.QueryEscape(form.Get("save")) + "&status=" + form.Get("status") + "&tick=" + form.Get("enrolment")
	for referrer, want := range map[string]string{
		v.Address + apptest.EightB: "/sign-in?next=" + url.QueryEscape(ticked), v.Address + ticked: "/sign-in?next=" + url.QueryEscape(ticked), v.Address + apptest.RollPath: "/sign-in", "": "/sign-in",
		"http://evil.example" + apptest.EightB: "/sign-in", v.Address + "//evil.example/x": "/sign-in",
	} {
		got := v.Post(apptest.RollPath, form, "Referer", referrer).Want(t, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != want {
			t.Errorf("from %q it leads to %s, not %s", referrer, to, want)
		}
	}
	back := p.As(t, apptest.Teacher).Get(ticked).Want(t, http.StatusOK)
	if row, again := back.Rows(t)[11], back.Form("#roll"); !row.Ticked || again.Get("status") != form.Get("status") {
		t.Errorf("the row is %+v, and %q is chosen", row, again.Get("status"))
	}
	other := p.As(t, apptest.OtherTeacher).Get(ticked).Want(t, http.StatusOK)
	if row := other.Rows(t)[11]; row.Ticked {
		t.Error("somebody else who signs in has the ticks")
	}
	p.As(t, apptest.Teacher).Get(ticked+"x").Want(t, http.StatusBadRequest)
	p.As(t, apptest.Teacher).Get(ticked+"9").Want(t, http.StatusOK)
}

func afterAnother(t *testing.T, p *apptest.Program) {
	page := p.As(t, apptest.Teacher).Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 12)...)
	v := p.As(t, apptest.OtherTeacher)
	got := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusConflict)
	if slices.ContainsFunc(got.Rows(t), func(one apptest.Row) bool { return one.Ticked }) {
		t.Error("the other person's ticks are there")
	}
	if text := got.Text("#summary"); !strings.Contains(text, "Another person signed in") {
		t.Errorf("it says %s", text)
	}
}

func TestADateThatDoesNotExistSavesNothingAndKeepsTheTicks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	var changes []func(url.Values)
	for _, date := range []string{"2026-02-30", "2027-02-29", "0000-00-00", "2026-11-19T08:30", "19/11/2026", "2026-11-1٩", " " + apptest.Today, "today", ""} {
		changes = append(changes, set("date", date))
	}
	changes = append(changes, func(form url.Values) { form.Del("date") })
	refusedAs(http.StatusBadRequest, changes...)(t, p)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	form.Set("date", "2026-02-30")
	again := v.Post(apptest.RollPath, form)
	if text := again.Text("#summary"); text != "Nothing was saved: the date of this page does not exist. Open today's roll." {
		t.Errorf("it says %q", text)
	}
	if date := again.Form("#roll").Get("date"); date != apptest.Today {
		t.Errorf("the roll is that of %s", date)
	}
}

func TestAStudentSeenInTwoStatesAtOnceIsADamagedForm(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	refusedAs(http.StatusBadRequest, func(form url.Values) { form.Add("seen", form.Get("enrolment")+":7") })(t, p)
}
