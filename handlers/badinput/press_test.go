package badinput_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// badPresses are the trials of bad inputs in a roll's form.
func badPresses() map[string]trial {
	all := map[string]trial{
		"enrolment id beyond 2^53":              beyondFloats,
		"form token reused, same body":          tokenAgain,
		"form token reused, other body":         tokenForAnother,
		"duplicate enrolment id, same status":   tickedTwice,
		"enrolment id of another school":        strangersEnrolment,
		"hidden period of another class":        swappedPeriod,
		"empty class submit":                    emptyClass,
		"method override":                       methodOverride,
		"two tabs":                              twoTabs,
		"submit after session expiry":           afterExpiry,
		"submit after re-login as another user": afterAnother,
		"text/plain CSRF body":                  plainBody,
		"JSON body to the form route":           jsonBody,
		"roll body > limit":                     largeBody,
		"10,001 fields":                         tooManyFields,
		"bad percent escape":                    unread("%zz"),
		"semicolon separators":                  unread("1;status=2"),
		"comment invalid UTF-8":                 unread("%ff%fe"),
		"comment NUL/control":                   unread("%00", "a%07b"),
		"enrolment id Arabic-Indic digits":      strangeEnrolments("١٢"),
		"enrolment id 0 / -1":                   strangeEnrolments("0", "-1"),
		"enrolment id with sign/space/hex/exp":  strangeEnrolments("+12", " 12", "0x0C", "1e3", "12.0", "012"),
		"field name prototype pollution":        pollution,
		"status as array":                       statusTwice,
		"status removed since render":           refusedAs(http.StatusUnprocessableEntity, set("status", "999")),
		"comment 10,000 chars":                  refusedAs(http.StatusUnprocessableEntity, set("reason", strings.Repeat("a", 10_000)), set("reason", strings.Repeat("é", 501))),
		"hidden date tomorrow":                  refusedAs(http.StatusUnprocessableEntity, set("date", "2026-11-20")),
		"hidden date changed to yesterday":      refusedAs(http.StatusConflict, set("date", apptest.Yesterday)),
	}
	for name, try := range badTimes() {
		all[name] = try
	}
	for name, try := range badReasons() {
		all[name] = try
	}
	return all
}

func set(name, value string) func(url.Values) {
	return func(form url.Values) { form.Set(name, value) }
}

// refusedAs presses with each of the changes: the answer has the status and the ticks, and nothing is stored
// or sent; with a script the page keeps its own ticks.
func refusedAs(status int, changes ...func(url.Values)) trial {
	return func(t *testing.T, p *apptest.Program) {
		v := p.As(t, apptest.Teacher)
		for _, change := range changes {
			page := v.Get(apptest.EightB)
			form := page.Press(t, "Absent", page.Enrolments(t, 3, 4)...)
			change(form)
			got := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, status)
			if rows := got.Rows(t); !rows[3].Ticked || !rows[4].Ticked || rows[5].Ticked {
				t.Errorf("the rows are %+v", rows[3:6])
			}
			if got.Text("#summary") == "" {
				t.Error("it does not say why")
			}
			script := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form, apptest.ByScript()...) }).Want(t, status)
			if script.Page.Find("[type=checkbox], html header").Length() > 0 || script.Text("#summary") == "" {
				t.Errorf("a script is answered %s", script.Body)
			}
		}
	}
}

// strangeEnrolments adds each bad id beside a good one: the press is refused, and the good tick stays.
func strangeEnrolments(ids ...string) trial {
	var changes []func(url.Values)
	for _, id := range ids {
		changes = append(changes, func(form url.Values) { form.Add("enrolment", id) }, func(form url.Values) { form.Add("seen", id+":0") })
	}
	return refusedAs(http.StatusBadRequest, changes...)
}

// unread sends percent-encoded texts that make the whole form unreadable.
func unread(reasons ...string) trial {
	return func(t *testing.T, p *apptest.Program) {
		v := p.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
		form.Del("reason")
		for _, reason := range reasons {
			p.Nothing(t, func() apptest.Answer { return raw(v, apptest.RollPath, form.Encode()+"&reason="+reason) }).Want(t, http.StatusBadRequest)
		}
	}
}

func pollution(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	form.Set("__proto__[x]", "1")
	p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusBadRequest)
}

func statusTwice(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	form["status[12]"] = []string{"1", "2"}
	p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusBadRequest)
	refusedAs(http.StatusBadRequest, func(form url.Values) { form.Add("status", page.Status(t, "Late")) })(t, p)
}

func beyondFloats(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	refusedAs(http.StatusUnprocessableEntity, func(form url.Values) { form.Add("enrolment", "9007199254740995") })(t, p)
	page := v.Get(apptest.EightB)
	const large = "9007199254740993"
	v.Follow(v.Post(apptest.RollPath, page.Press(t, "Absent", large))).Want(t, http.StatusOK)
	calls := p.Sandbox.Arrivals(apptest.HarbourCode)
	if last := calls[len(calls)-1]; !strings.Contains(last.Body, "["+large+"]") {
		t.Errorf("sent %s", last.Body)
	}
}

func tokenAgain(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 5)...)
	first := v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	for range 2 {
		again := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusSeeOther)
		if again.Header.Get("Location") != first.Header.Get("Location") {
			t.Errorf("it leads to %s", again.Header.Get("Location"))
		}
	}
	p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form, apptest.ByScript()...) }).Want(t, http.StatusOK)
}

func tokenForAnother(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 6)...)
	v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	form.Set("status", page.Status(t, "Late"))
	got := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, http.StatusConflict)
	if !got.Rows(t)[6].Ticked || got.Form("#roll").Get("save") == form.Get("save") {
		t.Error("the tick is lost, or the token is the old one")
	}
	if text := got.Text("#summary"); !strings.Contains(text, "already saved at 08:3") || !strings.Contains(text, "Absent") {
		t.Errorf("it says %s", text)
	}
}

func tickedTwice(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	twice := page.Enrolments(t, 7, 7)
	v.Post(apptest.RollPath, page.Press(t, "Absent", twice...)).Want(t, http.StatusSeeOther)
	calls := p.Sandbox.Arrivals(apptest.HarbourCode)
	if last := calls[len(calls)-1]; !slices.Equal(last.Enrolments, apptest.Numbers(t, twice[0])) {
		t.Errorf("sent %s", last.Body)
	}
}

func strangersEnrolment(t *testing.T, p *apptest.Program) {
	theirs := p.As(t, apptest.FrenchTeacher).Get("/schools/tilleuls/roll?class=4e+B").Enrolments(t, 1)[0]
	refusedAs(http.StatusUnprocessableEntity, func(form url.Values) { form.Add("enrolment", theirs) })(t, p)
}

func swappedPeriod(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	other := otherPeriod(t, p)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	for period, status := range map[string]int{"999": http.StatusNotFound, other: http.StatusUnprocessableEntity} {
		form.Set("period", period)
		p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form) }).Want(t, status)
	}
}

func methodOverride(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 8)...)
	form.Set("_method", "DELETE")
	got := v.Post(apptest.RollPath, form, "X-HTTP-Method-Override", "DELETE").Want(t, http.StatusSeeOther)
	if rows := v.Follow(got).Rows(t); rows[8].Outcome != "saved" {
		t.Errorf("the row is %+v", rows[8])
	}
}

func plainBody(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	p.Nothing(t, func() apptest.Answer {
		return raw(v, apptest.RollPath, form.Encode(), "Content-Type", "text/plain", "Sec-Fetch-Site", "cross-site")
	}).Want(t, http.StatusForbidden)
	p.Nothing(t, func() apptest.Answer {
		return raw(v, apptest.RollPath, form.Encode(), "Content-Type", "text/plain")
	}).Want(t, http.StatusUnsupportedMediaType)
}

func jsonBody(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	p.Nothing(t, func() apptest.Answer {
		return raw(v, apptest.RollPath, `{"enrolment":[1]}`, "Content-Type", "application/json")
	}).Want(t, http.StatusUnsupportedMediaType)
}

func largeBody(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	p.Nothing(t, func() apptest.Answer { return raw(v, apptest.RollPath, "reason="+strings.Repeat("a", 2<<20)) }).Want(t, http.StatusRequestEntityTooLarge)
}

func tooManyFields(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	p.Nothing(t, func() apptest.Answer { return raw(v, apptest.RollPath, strings.Repeat("a=1&", 10_001)) }).Want(t, http.StatusBadRequest)
}
