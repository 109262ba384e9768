package connecting_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

func TestWhatATrialFoundIsKeptThoughItsPageWasLeftForAnother(t *testing.T) {
	t.Parallel()
	asked, answer := make(chan struct{}), make(chan struct{})
	var first sync.Once
	f := apptest.ForeignSystem(t, "slow codes", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 7, "name": "2026/27"}})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) { apptest.WriteJSON(w, twoNumbers()) },
		"GET /codes": func(w http.ResponseWriter, _ *http.Request) {
			first.Do(func() { close(asked) })
			<-answer
			apptest.WriteJSON(w, []map[string]any{{"id": 1, "name": "Present"}, {"id": 2, "name": "Absent"}})
		},
	})
	v := apptest.Misplaced(t).As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	codes := page.Form("#call-statuses .reading")
	codes.Set("do", "try")
	codes.Set("path", "/codes")
	leaving, leave := context.WithCancel(t.Context())
	left := make(chan struct{})
	go func() {
		defer close(left)
		_, _ = v.Try(leaving, http.MethodPost, page.Address("#call-statuses .reading"), apptest.FormBody(codes), apptest.OfForm(nil)...)
	}()
	<-asked
	leave()
	<-left
	close(answer)
	after := choosesFirst(v, page)
	if state := after.Page.Find("#call-statuses").AttrOr("data-state", ""); state != "works" {
		t.Errorf("the statuses are %q: %s", state, after.Text("#call-statuses summary"))
	}
	if after.Page.Find("#call-students .question").Length() != 0 {
		t.Error("the number that was chosen is asked for again")
	}
}
