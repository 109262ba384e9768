package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
	"rollbook/web/store/schools"
)

// Misplaced starts a program whose school has a wrong address.
func Misplaced(t *testing.T) *Program {
	t.Helper()
	p := Boot(t)
	school, err := p.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	key, err := p.App.Store.KeyInUse(t.Context(), Harbour)
	Must(t, err)
	school.BaseURL, school.Tenant, school.Code = "https://127.0.0.1:9", "nobody", "NONE"
	Must(t, p.App.Store.Connect(t.Context(), school, key))
	return p
}

// ConnectsTo types the address of a service, presses the button, and says that the school system shows as many students
// as were read.
func (v *Visitor) ConnectsTo(address, tenant, code, key string) Answer {
	v.T.Helper()
	return v.Agrees(v.Follow(v.Enters(address, tenant, code, key)).Want(v.T, http.StatusOK))
}

// Agrees answers that the school system shows as many students as were read, if the page asks or shows another number.
func (v *Visitor) Agrees(page Answer) Answer {
	v.T.Helper()
	if page.Page.Find("#count").Length() == 0 {
		return page
	}
	if page.Page.Find("#read").Length() == 0 {
		page = v.Tells(page, 1)
	}
	read, err := strconv.Atoi(page.Text("#read"))
	if err != nil {
		return page // nobody was read
	}
	return v.Tells(page, read)
}

// Tells answers how many students the school system shows.
func (v *Visitor) Tells(page Answer, count int) Answer {
	v.T.Helper()
	form := page.Form("#count")
	form.Set("told", strconv.Itoa(count))
	form.Set("do", "tell")
	return v.Follow(v.Post(page.Address("#count"), form)).Want(v.T, http.StatusOK)
}

// Enters presses the button below the credentials.
func (v *Visitor) Enters(address, tenant, code, key string) Answer {
	v.T.Helper()
	return v.Post(ConnectPath,
		v.Filled(ConnectPath, "form.credentials", "address", address, "tenant", tenant, "code", code, "key", key))
}

// CallState reads the state of a call from the page.
func (a Answer) CallState(name string) string { return a.Text("#call-" + name + " > summary > span") }

// Guessed starts a program whose first school was just connected by a guess.
func Guessed(t testing.TB) (*Program, *Visitor) {
	t.Helper()
	p := Boot(t)
	known, err := p.Sandbox.Schools()
	Must(t, err)
	ada := p.As(t, Administrator)
	// The list has another name than the document for the enrolment id, so that its meaning can only be guessed.
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			p.Sandbox.ServeHTTP(w, r)
			return
		}
		kept := httptest.NewRecorder()
		p.Sandbox.ServeHTTP(kept, r)
		w.Header().Set("Content-Type", kept.Header().Get("Content-Type"))
		w.WriteHeader(kept.Code)
		_, _ = w.Write(bytes.ReplaceAll(kept.Body.Bytes(), []byte("studentSemesterInfoId"), []byte("enrolmentId")))
	}))
	t.Cleanup(server.Close)
	page := ada.ConnectsTo(server.URL, known[0].Tenant, HarbourCode, p.NewKey(t, HarbourCode).Reveal())
	ada.Follow(ada.Post(page.Address("form[action$='/use']"), page.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	return p, ada
}

// Choice returns the address of the page with a student of 8B and a status chosen for a trial mark.
func (v *Visitor) Choice(place int, status string) string {
	v.T.Helper()
	const eightB = ConnectPath + "?class=8B"
	page := v.Get(eightB).Want(v.T, http.StatusOK)
	student := page.Page.Find("#prove select[name=student] option:not([value=''])").Eq(place).AttrOr("value", "none")
	named := page.Page.Find("#prove select[name=status] option").FilterFunction(
		func(_ int, option *goquery.Selection) bool { return option.Text() == status })
	return eightB + "&student=" + student + "&status=" + named.AttrOr("value", "")
}

// kept returns the stored connection to the school's system: address, tenant, code and key.
func (p *Program) kept(t *testing.T) string {
	t.Helper()
	school, err := p.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	key, err := p.App.Store.KeyInUse(t.Context(), Harbour)
	Must(t, err)
	return fmt.Sprint(school.BaseURL, school.Tenant, school.Code, key.ID, key.LastFour)
}

// Refused enters values, and expects one sentence about their refusal and no stored change.
func (p *Program) Refused(t *testing.T, v *Visitor, changes url.Values) Answer {
	t.Helper()
	before := p.kept(t)
	form := v.Filled(ConnectPath, "form.credentials")
	maps.Copy(form, changes)
	got := v.Post(ConnectPath, form)
	wrong := got.Page.Find("[role=alert]")
	if got.Code != http.StatusUnprocessableEntity || wrong.Length() != 1 || len(strings.TrimSpace(wrong.Text())) < 10 {
		t.Errorf("%q answers %d: %q", changes, got.Code, wrong.Text())
	}
	if after := p.kept(t); after != before {
		t.Errorf("%q changed %s to %s", changes, before, after)
	}
	return got
}

// NamesOthers connects the school to another service, in whose list every number belongs to another student.
func (p *Program) NamesOthers(t testing.TB) {
	t.Helper()
	period := PeriodOffered(p.As(t, OfficeWorker))
	list := p.List(t, Harbour, period)
	for i := range list {
		list[i].Student, list[i].Given, list[i].Family = list[i].Student+100_000, "New", "Child"
	}
	periods, err := p.App.Store.Periods(t.Context(), Harbour)
	Must(t, err)
	school, err := p.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	school.BaseURL += "/elsewhere"
	Must(t, p.App.Store.Connect(t.Context(), school, schools.Key{Sealed: []byte("k"), LastFour: "9999"}))
	Must(t, p.App.Store.PutPeriods(t.Context(), Harbour, lists.FromFile, periods))
	Must(t, p.App.Store.PutStudents(t.Context(), Harbour, roll.PeriodID(period), lists.FromFile, list))
}

// Foreign is a school system of another maker, whose answers differ from the document.
type Foreign struct {
	Name   string
	Server *httptest.Server
	Calls  atomic.Int64
}

// The credentials of every foreign school system.
const (
	ForeignTenant = "sign-in.elm.example"
	ForeignCode   = "ELM-7"
	ForeignKey    = "elm_live_4f0c21d97ab3"
)

// ForeignSystem answers the calls by method and path, and only with the credentials.
func ForeignSystem(t testing.TB, name string, calls map[string]http.HandlerFunc) *Foreign {
	t.Helper()
	f := &Foreign{Name: name}
	mux := http.NewServeMux()
	for pattern, handle := range calls {
		mux.HandleFunc(pattern, handle)
	}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.Calls.Add(1)
		h := r.Header
		if h.Get("tenant") != ForeignTenant || h.Get("schoolCode") != ForeignCode ||
			h.Get("service-secret-key") != ForeignKey {
			http.Error(w, `{"message":"Invalid API credentials"}`, http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Server.Close)
	return f
}

// WriteJSON answers a call with a value of its own wire structs.
func WriteJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

// BareIDs answers with the ids of school years and students only.
func BareIDs(t testing.TB) *Foreign {
	t.Helper()
	return ForeignSystem(t, "bare", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			WriteJSON(w, []int{3})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) {
			WriteJSON(w, []int{501, 502, 503, 504})
		},
	})
}
