package admin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/connecting/setup"
	"rollbook/web/roll"
)

// unknownSystem is a school system with none of the document's names, with its statuses at an unusual place
// and with a student who has left. It accepts saves.
func unknownSystem(t *testing.T) *apptest.Foreign {
	t.Helper()
	return apptest.ForeignSystem(t, "unknown", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, map[string]any{"columns": []string{"id", "begins_on", "ends_on"}, "rows": []any{[]any{7, 1785535200, 1816984800}}})
		},
		"GET /serviceapi/v1/students": func(w http.ResponseWriter, _ *http.Request) {
			var groups []any
			for group := range 2 {
				var members []any
				for n := range 6 {
					at := group*6 + n
					members = append(members, map[string]any{"uid": 501 + at, "ref": 101 + at, "vorname": "Ada" + string(rune('a'+at)), "nachname": "Lund" + string(rune('a'+at)), "isActive": at != 3})
				}
				groups = append(groups, map[string]any{"name": "8" + string(rune('A'+group)), "members": members})
			}
			apptest.WriteJSON(w, map[string]any{"klassen": groups})
		},
		"GET /v3/codes/7": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"code_id": 1, "label": "Present"}, {"code_id": 2, "label": "Absent"}})
		},
		"POST /serviceapi/v1/students/attendance/daily/bulk": func(w http.ResponseWriter, r *http.Request) {
			var sent struct {
				IDs    []int64 `json:"studentSemesterInfoIds"`
				Date   string
				Status struct{ ID int } `json:"attStatus"`
			}
			if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			items := []map[string]any{}
			for _, id := range sent.IDs {
				items = append(items, map[string]any{"studentId": id + 400, "attendanceStatus": []string{"", "Present", "Absent"}[sent.Status.ID], "date": sent.Date})
			}
			apptest.WriteJSON(w, items)
		},
	})
}

// picks chooses an option by the keys of its name. A browser begins the name anew after a second without a key, as a
// busy machine can make one: then it is typed again.
func picks(u *apptest.User, selector, name string) {
	u.T.Helper()
	u.Taps++
	field := fmt.Sprintf(`document.querySelector(%q)`, selector)
	u.Wait(field)
	apptest.Eventually(u.T, name+" is chosen", func() bool {
		u.True(field + `.focus(), window.typed = performance.now()`)
		u.Type(name)
		chosen := field + `.selectedOptions[0]?.text.startsWith(` + browsertest.Quoted(name) + `)`
		u.Wait(chosen + ` || performance.now() > typed + 2000`)
		return u.True(chosen)
	})
}

// taps waits for the element, clicks it, and counts the tap.
func taps(u *apptest.User, selector string) {
	u.T.Helper()
	u.Taps++
	u.Wait(fmt.Sprintf(`document.querySelector(%q)`, selector))
	u.Click(selector)
}

// connectsAnUnknownSystem goes from the command that adds a school to "Switch on".
func connectsAnUnknownSystem(t *testing.T, browser *browsertest.Browser) {
	const most, mostTime = 15, 2 * time.Minute
	began := time.Now()
	f := unknownSystem(t)
	p := apptest.Boot(t)
	school := setup.Begun("oak", "Oak School", time.UTC)
	school.BaseURL, school.Tenant, school.Code = f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode
	apptest.Must(t, p.App.Connecting.AddSchool(t.Context(), school, apiclient.NewKey(apptest.ForeignKey)))
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Administrator, "oak", roll.Admin))
	u := administers(t, p, browser, true)
	u.Go(p.Address + "/schools/oak/settings/connection")
	u.Taps = 0
	taps(u, ".heading button")
	tells(u, "11")
	taps(u, "#call-students .question > ul > li:nth-child("+strconv.Itoa(numberRow(u))+") button")
	u.Wait(`document.querySelector("#call-students:not(:has(.question))")`)
	taps(u, "#call-statuses [name=path]")
	u.Type("curl -H 'tenant: x' " + f.Server.URL + "/v3/codes/7")
	taps(u, "#call-statuses .reading [value=try]")
	u.Wait(`document.querySelector("#call-statuses[data-state=works]")`)
	taps(u, "#people .notice button")
	u.Wait(`!document.querySelector("#people .notice")`)
	u.Picture("unknown-found")
	taps(u, "#use .primary")
	u.Wait(`document.querySelector("#use[data-step=done]")`)
	picks(u, "#prove [name=class]", "8B")
	u.Text(`window.before = true`)
	taps(u, "#prove form.fields button")
	u.Wait(`!window.before && document.readyState === "complete"`)
	picks(u, "#prove [name=student]", "Adag")
	picks(u, "#prove [name=status]", "Absent")
	taps(u, "#prove form.fields button")
	taps(u, "#send-try button")
	taps(u, "#prove-marks [value=right]")
	taps(u, "#prove form[action$='/on'] .primary")
	u.Wait(`document.querySelector("#prove[data-step=done]")`)
	u.Picture("unknown-on")
	t.Logf("%d clicks in %s", u.Taps, time.Since(began).Round(time.Second))
	if took := time.Since(began); u.Taps > most || took > apptest.Within(mostTime) {
		t.Errorf("it took %d clicks and %s", u.Taps, took)
	}
	u.Go(p.Address + "/schools/oak/roll?class=8A&period=7")
	u.Want("the roll", `[...document.querySelectorAll("[data-enrolment] bdi")].map((e) => e.textContent)`, "Adaa Lunda,Adab Lundb,Adac Lundc,Adae Lunde,Adaf Lundf")
}

// numberRow returns the place of the number that the school system shows for the first student, 101.
func numberRow(u *apptest.User) int {
	u.T.Helper()
	u.Wait(`document.querySelector("#call-students .question")`)
	return 1 + int(u.Number(`[...document.querySelectorAll("#call-students .question > ul > li")].findIndex((li) => li.textContent.includes("101"))`))
}
