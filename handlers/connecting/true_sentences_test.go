package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestListsThatAreInUseAreNotSaidToBeUntried(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	v.Post(connects(t, p, v).Address("form[action$='/use']"), nil).Want(t, http.StatusSeeOther)
	apptest.Must(t, p.App.Store.SetMappingDraft(t.Context(), apptest.Harbour, ""))
	page := v.Get(apptest.ConnectPath).Want(t, http.StatusOK)
	for _, call := range []string{"periods", "students", "statuses"} {
		if got := page.CallState(call); got != "In use." {
			t.Errorf("of %s it says %q", call, got)
		}
	}
	if text := page.Text(".heading"); !strings.Contains(text, "All done.") || page.Page.Find("main .primary, .calls > details[open]").Length() > 0 {
		t.Errorf("above it says %q, and something is left to do", text)
	}
}

func TestASchoolThatWasNeverAskedIsNotSaidToBeConnected(t *testing.T) {
	t.Parallel()
	p := apptest.Misplaced(t)
	page := p.As(t, apptest.Administrator).Get(apptest.ConnectPath).Want(t, http.StatusOK)
	for _, call := range []string{"periods", "students", "statuses"} {
		if got := page.CallState(call); got != "Not tried yet." {
			t.Errorf("of %s it says %q", call, got)
		}
	}
	if text := page.Text("main .calls"); strings.Contains(text, "In use.") || strings.Contains(text, "Switched on") {
		t.Errorf("it says %q", text)
	}
	if leads := page.Page.Find("main .primary").Text(); leads != "Save and go on" {
		t.Errorf("it is led by %q", leads)
	}
}

func TestAListThatWasNotFoundIsNotSaidToBeNowhere(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, nil)
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if got := page.CallState("statuses"); got != "Not found." {
		t.Errorf("of what was looked for it says %q", got)
	}
	page = v.Follow(v.Post(page.Address("#call-statuses form"), url.Values{"do": {"without"}})).Want(t, http.StatusOK)
	used := v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	if got := used.CallState("statuses"); got != "Not read from the school system." {
		t.Errorf("once the lists are in use it says %q", got)
	}
}

func TestAnAddressThatWasTypedStaysWhenItIsLookedForAgain(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, words())
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	form := page.Form("#call-statuses form")
	form.Set("path", "GET "+f.Server.URL+"/own/marks/of/:year")
	v.Follow(v.Post(page.Address("#call-statuses form"), form)).Want(t, http.StatusOK)
	for _, again := range []func() apptest.Answer{
		func() apptest.Answer { return v.Post(apptest.ConnectPath+"/find", nil) },
		func() apptest.Answer {
			return v.Post(apptest.ConnectPath+"/calls/statuses", url.Values{"do": {"again"}})
		},
	} {
		page := v.Follow(again()).Want(t, http.StatusOK)
		if got := page.Form("#call-statuses form").Get("path"); got != "/own/marks/of/{period}" {
			t.Errorf("it became %q", got)
		}
	}
}

func TestATickStandsOnlyBesideWhatIsRead(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, nil)
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	steps := func(page apptest.Answer, want map[string]string) {
		t.Helper()
		for call, step := range want {
			if got := page.Page.Find("#call-"+call).AttrOr("data-step", ""); got != step {
				t.Errorf("%s, of which it says %q, is a step that is %q", call, page.CallState(call), got)
			}
		}
	}
	steps(page, map[string]string{"periods": "done", "students": "done", "statuses": "open", "dailyAttendance": "none"})
	form := page.Form("#call-statuses form")
	form.Set("do", page.Page.Find("#call-statuses button[value=without]").AttrOr("value", "there is no such button"))
	page = v.Follow(v.Post(page.Address("#call-statuses form"), form)).Want(t, http.StatusOK)
	steps(page, map[string]string{"statuses": "none"})
	if again := page.Page.Find("#call-statuses button[value=without], #call-dailyAttendance button[value=without]").Length(); again != 0 {
		t.Errorf("it is asked for %d more times whether there is such a list", again)
	}
}

func TestWhatWasChosenStaysWhenAllIsLookedForAgain(t *testing.T) {
	t.Parallel()
	s := shape{answers: served("["+each(`{"id":$S,"dcid":$E,"first_name":"Student","last_name":"Name","vn":"$G","nn":"$F","section":"$C","isActive":true}`)+`,{"id":509,"dcid":109,"first_name":"Student","last_name":"Name","vn":"Eva","nn":"Vik","section":"8B","isActive":false}]`, statusesPath, "<html>")}
	f := apptest.ForeignSystem(t, "chosen", map[string]http.HandlerFunc{"/": s.ServeHTTP})
	v := apptest.Misplaced(t).As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	s.number = "101"
	page = s.choosesNumber(v, page)
	form := page.Form("#people .notice form")
	form.Set("choice", page.Page.Find("#people .notice button").AttrOr("value", ""))
	v.Follow(v.Post(page.Address("#people .notice form"), form)).Want(t, http.StatusOK)
	saysNo(v, "names", "Ada Lund")
	chosen := v.Follow(v.Post(page.Address("#call-statuses form"), url.Values{"do": {"without"}})).Want(t, http.StatusOK)
	said := func(page apptest.Answer) string {
		form := page.Form("#call-students form.reading")
		form.Del("guard")
		return page.Text("#people") + page.CallState("students") + page.CallState("statuses") + form.Encode()
	}
	if text := said(chosen); !strings.Contains(text, "Ada Lund") || !strings.Contains(text, "4 found") {
		t.Fatalf("chosen is %q", text)
	}
	again := v.Follow(v.Post(apptest.ConnectPath+"/find", nil)).Want(t, http.StatusOK)
	if said(again) != said(chosen) {
		t.Errorf("it became\n%s\nand was\n%s", said(again), said(chosen))
	}
	again = v.Agrees(again)
	v.Follow(v.Post(again.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	used := v.Follow(v.Post(apptest.ConnectPath+"/find", nil)).Want(t, http.StatusOK)
	if text := used.Text("#use"); !strings.Contains(text, "In use.") {
		t.Errorf("looked for again, once it is in use, it says %q", text)
	}
}

func TestListsThatNobodyTookIntoUseAreNotSaidToBeSwitchedOn(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, words())
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if text := page.Text("#prove"); strings.Contains(text, "Switched on") || page.Page.Find("#prove").AttrOr("data-step", "") != "later" {
		t.Errorf("before they are used it says %q", text)
	}
	used := v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	if text := used.Text("#prove"); !strings.Contains(text, "Switched on") {
		t.Errorf("then it says %q", text)
	}
}

func TestTheLetterToTheMakerOfTheSchoolSystemStandsAtTheStart(t *testing.T) {
	t.Parallel()
	page := apptest.Misplaced(t).As(t, apptest.Administrator).Get(apptest.ConnectPath).Want(t, http.StatusOK)
	letter := page.Text("#letter")
	for _, part := range []string{"/curriculum/schoolperiods/list", "studentSemesterInfoIds", "attStatus", "one sample answer", "Harbour"} {
		if !strings.Contains(letter, part) {
			t.Errorf("it does not ask for %q: %s", part, letter)
		}
	}
	mail, err := url.Parse(page.Page.Find("a[href^='mailto:']").AttrOr("href", ""))
	if err != nil || strings.Join(strings.Fields(mail.Query().Get("body")), " ") != strings.Join(strings.Fields(letter), " ") {
		t.Errorf("the mail has %q, %v", mail, err)
	}
}

func TestAPastedAnswerIsNoAddress(t *testing.T) {
	t.Parallel()
	p := apptest.Misplaced(t)
	f := telling(t, whole, nil)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	form := page.Form("#call-statuses form.reading")
	form.Set("path", `[{"id": 11, "name": "Present"}]`)
	refused := v.Post(page.Address("#call-statuses form.reading"), form).Want(t, http.StatusUnprocessableEntity)
	if refused.Page.Find("#call-statuses [name=path][aria-invalid]").Length() != 1 {
		t.Errorf("it says %q", refused.Text("#call-statuses"))
	}
}
