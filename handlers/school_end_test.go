package handlers_test

import (
	"io"
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

func TestStreamsAndSendingEndWithTheirSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	streams := []*listening{listens(office, rollEvents), listens(office, apptest.DayPath+"/events")}
	for _, opened := range streams {
		opened.begins(t)
	}
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	apptest.Must(t, p.App.Connecting.Ending.Export(t.Context(), "", school, p.App.Site.Words.English(), io.Discard))
	_, err = p.App.Connecting.Ending.Remove(t.Context(), "", school, school.Name)
	apptest.Must(t, err)
	for _, opened := range streams {
		opened.wantEnd(t)
	}
	office.Get(apptest.DayPath).Want(t, http.StatusSeeOther)
	if _, err := p.App.Connecting.Services.Client(t.Context(), school); roll.KindOf(err) != roll.NotFound {
		t.Errorf("a client of the removed school: %v", err)
	}
}
