package settings_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// sentNow returns the fields sent in each case, from the page of times.
func sentNow(page apptest.Answer) map[string]string {
	sent := make(map[string]string)
	page.Page.Find(".sent > div").Each(func(i int, _ *goquery.Selection) {
		row := page.Page.Find(".sent > div").Eq(i)
		sent[strings.TrimSpace(row.Find("dt").Text())] = strings.TrimSpace(row.Find("dd").Text())
	})
	return sent
}

func TestAnAdminChoosesHowTimesAreSentAndExactlyThatIsSent(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	admin := p.As(t, apptest.Administrator)
	before := admin.Get(apptest.TimesPath).Want(t, http.StatusOK)
	if sent := sentNow(before); sent["Late now"] != "Nothing more" || !strings.Contains(before.Text("main"), "refuse the whole class") {
		t.Errorf("at first it says %v", before.Text("main"))
	}
	form := before.Form("main form")
	if form.Get("format") != "none" || form.Get("late") != "none" || form.Get("left") != "none" {
		t.Errorf("something is chosen already: %v", form)
	}
	form.Set("format", "HH:MM:SS")
	form.Set("late", "in")
	kept := admin.Follow(admin.Post(apptest.TimesPath, form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	promised := sentNow(kept)["Late now"]
	if kept.Text("[role=status]") == "" || promised != `{"checkTime":"08:30:00","checkInOrCheckOut":"in"}` || sentNow(kept)["Left early now"] != "Nothing more" {
		t.Errorf("then it says %s", kept.Text("main"))
	}
	admin.Takes("Late", 0)
	body := p.Sandbox.Arrivals(apptest.HarbourCode)[0].Body
	if !strings.Contains(body, strings.Trim(promised, "{}")) {
		t.Errorf("promised was %s, sent was %s", promised, body)
	}
	form.Set("format", "none")
	form.Set("late", "none")
	admin.Post(apptest.TimesPath, form).Want(t, http.StatusSeeOther)
	admin.Takes("Late", 1)
	if body := p.Sandbox.Arrivals(apptest.HarbourCode)[1].Body; strings.Contains(body, "check") {
		t.Errorf("sent was %s", body)
	}
}

func TestATimeIsSentInAFormOfItsOwn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	admin := p.As(t, apptest.Administrator)
	form := url.Values{"format": {"sample"}, "sample": {`{"at":["2026-01-31","09:10"]}`}, "late": {"in"}, "left": {"none"}}
	for _, wrong := range []struct{ sample, says string }{
		{"", "has no time"},
		{"soon", "has no time"},
		{`{time} 08:52`, "a real time in place"},
		{"08:52" + strings.Repeat("x", 500), "at most 500 characters"},
	} {
		answer := admin.Post(apptest.TimesPath, changed(form, "sample", wrong.sample)).Want(t, http.StatusUnprocessableEntity)
		if says := answer.Text("[role=alert]"); !strings.Contains(says, wrong.says) || answer.Form("main form").Get("sample") != wrong.sample {
			t.Errorf("%s: it says %q, and the form %q", wrong.sample, says, answer.Form("main form"))
		}
	}
	const promised = `{"checkTime":{"at":["2026-11-19","08:30"]},"checkInOrCheckOut":"in"}`
	tried := admin.Post(apptest.TimesPath, changed(form, "try", "yes")).Want(t, http.StatusOK)
	if sent := sentNow(tried)["Late now"]; sent != promised || !strings.Contains(tried.Text("#sent"), "not saved yet") || sentNow(admin.Get(apptest.TimesPath))["Late now"] != "Nothing more" {
		t.Errorf("tried it promises %s", sent)
	}
	kept := admin.Follow(admin.Post(apptest.TimesPath, form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if sent := sentNow(kept)["Late now"]; sent != promised || kept.Form("main form").Get("sample") != `{"at":["2026-11-19","08:30"]}` {
		t.Errorf("it promises %s, and offers %s", sent, kept.Form("main form").Get("sample"))
	}
	admin.Post(apptest.TimesPath, kept.Form("main form")).Want(t, http.StatusSeeOther)
	admin.Takes("Late", 0)
	if body := p.Sandbox.Arrivals(apptest.HarbourCode)[0].Body; !strings.Contains(body, strings.TrimPrefix(promised, "{")) {
		t.Errorf("promised was %s, sent was %s", promised, body)
	}
}

// changed returns the form with another value.
func changed(form url.Values, name, value string) url.Values {
	other := maps.Clone(form)
	other.Set(name, value)
	return other
}

func TestTimesThatCannotBeMeantAreNotStoredAndStayOnThePage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, func(school *roll.School) { school.TimeFormat, school.LateCheck = roll.TimeMinutes, roll.CheckIn })
	admin := p.As(t, apptest.Administrator)
	for _, wrong := range []struct{ format, late, left, says string }{
		{"none", "in", "none", "choose how a time is written"},
		{"HH:MM", "clear", "none", "choose one in each group"},
		{"HH:MM", "in", "", "choose one in each group"},
		{"", "in", "out", "choose one in each group"},
		{"h:mm a", "in", "out", "choose one in each group"},
		{"HH:MM", strings.Repeat("in", 500), "out", "choose one in each group"},
	} {
		form := url.Values{"format": {wrong.format}, "late": {wrong.late}, "left": {wrong.left}}
		answer := admin.Post(apptest.TimesPath, form).Want(t, http.StatusUnprocessableEntity)
		if says := answer.Text("[role=alert]"); !strings.Contains(says, wrong.says) {
			t.Errorf("%v: it says %q", form, says)
		}
		chosen := answer.Form("main form")
		for name, value := range map[string]string{"format": wrong.format, "late": wrong.late, "left": wrong.left} {
			offered := answer.Page.Find("[name=" + name + "]").Map(func(_ int, one *goquery.Selection) string { return one.AttrOr("value", "") })
			if slices.Contains(offered, value) && chosen.Get(name) != value {
				t.Errorf("%v: %s is %q", form, name, chosen.Get(name))
			}
		}
		if sent := sentNow(answer)["Late now"]; sent != `{"checkTime":"08:30","checkInOrCheckOut":"in"}` {
			t.Errorf("%v: sent is now %s", form, sent)
		}
	}
	admin.Post(apptest.TimesPath, url.Values{"format": {"UTC", "UTC"}, "late": {"in"}, "left": {"out"}}).Want(t, http.StatusBadRequest)
}

func TestOnlyAdminsSayHowTimesAreSent(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for email, status := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.OfficeWorker: http.StatusForbidden, apptest.FrenchTeacher: http.StatusNotFound} {
		v := p.As(t, email)
		v.Get(apptest.TimesPath).Want(t, status)
		v.Post(apptest.TimesPath, url.Values{"format": {"none"}, "late": {"none"}, "left": {"none"}}).Want(t, status)
	}
	if links := p.As(t, apptest.Administrator).Get("/schools/harbour/settings").Links(); !slices.Contains(links, apptest.TimesPath) {
		t.Error("the settings do not lead there")
	}
}

func TestTheOfficeChecksAStudentInAndOutAndClearsIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, func(school *roll.School) { school.TimeFormat, school.LateCheck = roll.TimeMinutes, roll.CheckIn })
	office := p.As(t, apptest.OfficeWorker)
	for _, check := range []struct{ check, sent, unsent string }{
		{"out", `"checkTime":"08:30","checkInOrCheckOut":"out"`, ""},
		{"clear", `"checkInOrCheckOut":"clear"`, "checkTime"},
		{"", `"checkTime":"08:30","checkInOrCheckOut":"in"`, ""},
	} {
		page := office.Get(apptest.FindPath+"?q=8B").Want(t, http.StatusOK)
		form := page.Form("#mark")
		form.Set("check", check.check)
		form.Set("status", page.Page.Find("#mark .primary").AttrOr("value", ""))
		office.Post(apptest.FindPath, form).Want(t, http.StatusSeeOther)
		calls := p.Sandbox.Arrivals(apptest.HarbourCode)
		body := calls[len(calls)-1].Body
		if !strings.Contains(body, check.sent) || check.unsent != "" && strings.Contains(body, check.unsent) {
			t.Errorf("%q sends %s", check.check, body)
		}
	}
	if apptest.Boot(t).As(t, apptest.OfficeWorker).Get(apptest.FindPath+"?q=8B").Page.Find("[name=check]").Length() > 0 {
		t.Error("a school that sends no times offers it")
	}
}
