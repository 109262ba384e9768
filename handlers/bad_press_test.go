package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// badPresses are bad inputs of the roll's form.
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
		"hidden date changed to yesterday":      refusedAs(http.StatusConflict, set("date", yesterday)),
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

// refusedAs presses with each of the changes: the answer has the status and the
// ticks, and nothing is kept or sent; with a script the page keeps its own ticks.
func refusedAs(status int, changes ...func(url.Values)) trial {
	return func(t *testing.T, p *program) {
		v := p.as(t, teacher)
		for _, change := range changes {
			page := v.get(eightB)
			form := page.press(t, "Absent", page.enrolments(t, 3, 4)...)
			change(form)
			got := p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, status)
			if rows := got.rows(t); !rows[3].ticked || !rows[4].ticked || rows[5].ticked {
				t.Errorf("the rows are %+v", rows[3:6])
			}
			if got.text("#summary") == "" {
				t.Error("it does not say why")
			}
			script := p.nothing(t, func() answer { return v.post(rollPath, form, byScript()...) }).want(t, status)
			if script.page.Find("[type=checkbox], html header").Length() > 0 || script.text("#summary") == "" {
				t.Errorf("a script is answered %s", script.body)
			}
		}
	}
}

// strangeEnrolments are refused beside a good one, whose tick stays.
func strangeEnrolments(ids ...string) trial {
	var changes []func(url.Values)
	for _, id := range ids {
		changes = append(changes, func(form url.Values) { form.Add("enrolment", id) }, func(form url.Values) { form.Add("seen", id+":0") })
	}
	return refusedAs(http.StatusBadRequest, changes...)
}

// unread are texts, percent-encoded, that make a form unreadable as a whole.
func unread(reasons ...string) trial {
	return func(t *testing.T, p *program) {
		v := p.as(t, teacher)
		page := v.get(eightB)
		form := page.press(t, "Absent", page.enrolments(t, 3)...)
		form.Del("reason")
		for _, reason := range reasons {
			p.nothing(t, func() answer { return v.raw(rollPath, form.Encode()+"&reason="+reason) }).want(t, http.StatusBadRequest)
		}
	}
}

func pollution(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	form.Set("__proto__[x]", "1")
	p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusBadRequest)
}

func statusTwice(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	form["status[12]"] = []string{"1", "2"}
	p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusBadRequest)
	refusedAs(http.StatusBadRequest, func(form url.Values) { form.Add("status", page.status(t, "Late")) })(t, p)
}

func beyondFloats(t *testing.T, p *program) {
	v := p.as(t, teacher)
	refusedAs(http.StatusUnprocessableEntity, func(form url.Values) { form.Add("enrolment", "9007199254740995") })(t, p)
	page := v.get(eightB)
	const large = "9007199254740993"
	v.follow(v.post(rollPath, page.press(t, "Absent", large))).want(t, http.StatusOK)
	calls := p.sandbox.Arrivals(harbourCode)
	if last := calls[len(calls)-1]; !strings.Contains(last.Body, "["+large+"]") {
		t.Errorf("sent %s", last.Body)
	}
}

func tokenAgain(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 5)...)
	first := v.post(rollPath, form).want(t, http.StatusSeeOther)
	for range 2 {
		again := p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusSeeOther)
		if again.header.Get("Location") != first.header.Get("Location") {
			t.Errorf("it leads to %s", again.header.Get("Location"))
		}
	}
	p.nothing(t, func() answer { return v.post(rollPath, form, byScript()...) }).want(t, http.StatusOK)
}

func tokenForAnother(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 6)...)
	v.post(rollPath, form).want(t, http.StatusSeeOther)
	form.Set("status", page.status(t, "Late"))
	got := p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, http.StatusConflict)
	if !got.rows(t)[6].ticked || got.form("#roll").Get("save") == form.Get("save") {
		t.Error("the tick is lost, or the token is the old one")
	}
	if text := got.text("#summary"); !strings.Contains(text, "already saved at 08:3") || !strings.Contains(text, "Absent") {
		t.Errorf("it says %s", text)
	}
}

func tickedTwice(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	twice := page.enrolments(t, 7, 7)
	v.post(rollPath, page.press(t, "Absent", twice...)).want(t, http.StatusSeeOther)
	calls := p.sandbox.Arrivals(harbourCode)
	if last := calls[len(calls)-1]; !slices.Equal(last.Enrolments, numbers(t, twice[0])) {
		t.Errorf("sent %s", last.Body)
	}
}

func strangersEnrolment(t *testing.T, p *program) {
	theirs := p.as(t, frenchTeacher).get("/schools/tilleuls/roll?class=4e+B").enrolments(t, 1)[0]
	refusedAs(http.StatusUnprocessableEntity, func(form url.Values) { form.Add("enrolment", theirs) })(t, p)
}

func swappedPeriod(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	other := page.page.Find("select[name=period] option:not([selected])").First().AttrOr("value", "")
	for period, status := range map[string]int{"999": http.StatusNotFound, other: http.StatusUnprocessableEntity} {
		form.Set("period", period)
		p.nothing(t, func() answer { return v.post(rollPath, form) }).want(t, status)
	}
}

func methodOverride(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 8)...)
	form.Set("_method", "DELETE")
	got := v.post(rollPath, form, "X-HTTP-Method-Override", "DELETE").want(t, http.StatusSeeOther)
	if rows := v.follow(got).rows(t); rows[8].outcome != "saved" {
		t.Errorf("the row is %+v", rows[8])
	}
}

func plainBody(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	p.nothing(t, func() answer {
		return v.raw(rollPath, form.Encode(), "Content-Type", "text/plain", "Sec-Fetch-Site", "cross-site")
	}).want(t, http.StatusForbidden)
	p.nothing(t, func() answer { return v.raw(rollPath, form.Encode(), "Content-Type", "text/plain") }).want(t, http.StatusUnsupportedMediaType)
}

func jsonBody(t *testing.T, p *program) {
	v := p.as(t, teacher)
	p.nothing(t, func() answer { return v.raw(rollPath, `{"enrolment":[1]}`, "Content-Type", "application/json") }).want(t, http.StatusUnsupportedMediaType)
}

func largeBody(t *testing.T, p *program) {
	v := p.as(t, teacher)
	p.nothing(t, func() answer { return v.raw(rollPath, "reason="+strings.Repeat("a", 2<<20)) }).want(t, http.StatusRequestEntityTooLarge)
}

func tooManyFields(t *testing.T, p *program) {
	v := p.as(t, teacher)
	p.nothing(t, func() answer { return v.raw(rollPath, strings.Repeat("a=1&", 10_001)) }).want(t, http.StatusBadRequest)
}
