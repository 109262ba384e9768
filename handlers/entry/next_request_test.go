package entry_test

import (
	"net/http"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/saves"
)

// anotherProcess opens the program's database like another process.
func anotherProcess(t *testing.T, p *apptest.Program) *store.Store {
	t.Helper()
	opened, err := store.Open(t.Context(), "sqlite:"+p.File(), p.App.Clock)
	apptest.Must(t, err)
	t.Cleanup(func() { apptest.Must(t, opened.Close()) })
	return opened
}

func TestARightThatAnotherProcessRemovesIsRefusedAtTheNextRequest(t *testing.T) {
	t.Parallel()
	for name, takes := range map[string]struct {
		away func(t *testing.T, elsewhere *store.Store) error
		// path is the requested address, and status that of its answer afterwards.
		path   string
		status int
	}{
		"the account": {func(t *testing.T, elsewhere *store.Store) error {
			return elsewhere.Disable(t.Context(), apptest.OfficeWorker)
		}, apptest.EightB, http.StatusSeeOther},
		"the password": {func(t *testing.T, elsewhere *store.Store) error {
			return elsewhere.SetPassword(t.Context(), apptest.OfficeWorker, apptest.EveryHash)
		}, apptest.EightB, http.StatusSeeOther},
		"the session": {func(t *testing.T, elsewhere *store.Store) error {
			return endSessions(t, elsewhere, apptest.OfficeWorker)
		}, apptest.EightB, http.StatusSeeOther},
		"the role": {func(t *testing.T, elsewhere *store.Store) error {
			return elsewhere.SetRole(t.Context(), apptest.Harbour, apptest.Administrator, apptest.OfficeWorker, roll.Teacher)
		}, "/schools/" + string(apptest.Harbour) + "/day", http.StatusForbidden},
		"the school, where there is another": {func(t *testing.T, elsewhere *store.Store) error {
			apptest.Must(t, elsewhere.Join(t.Context(), apptest.OfficeWorker, apptest.Tilleuls, roll.Office))
			return elsewhere.KeepOut(t.Context(), apptest.Harbour, apptest.Administrator, apptest.OfficeWorker, true)
		}, apptest.EightB, http.StatusNotFound},
		"the school itself": {func(t *testing.T, elsewhere *store.Store) error {
			apptest.Must(t, elsewhere.Join(t.Context(), apptest.OfficeWorker, apptest.Tilleuls, roll.Office))
			apptest.Must(t, elsewhere.NoteExported(t.Context(), apptest.Harbour, time.Now()))
			_, err := elsewhere.RemoveSchool(t.Context(), apptest.Harbour)
			return err
		}, apptest.EightB, http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := apptest.Boot(t)
			elsewhere := anotherProcess(t, p)
			v := p.As(t, apptest.OfficeWorker)
			for range 2 {
				v.Get(takes.path).Want(t, http.StatusOK)
			}
			apptest.Must(t, takes.away(t, elsewhere))
			v.Get(takes.path).Want(t, takes.status)
		})
	}
}

// endSessions ends all sessions of the person.
func endSessions(t *testing.T, elsewhere *store.Store, person roll.PersonID) error {
	t.Helper()
	sessions := elsewhere.Sessions(time.Now)
	owned, err := sessions.OwnedBy(t.Context(), person)
	for token := range owned {
		apptest.Must(t, sessions.DeleteCtx(t.Context(), token))
	}
	return err
}

func TestATabletThatAnotherProcessRevokesIsRefusedAtItsNextRequest(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	elsewhere := anotherProcess(t, p)
	tablet := p.Tablet(t, "Door 12", "8B")
	for range 2 {
		tablet.Get("/door").Want(t, http.StatusOK)
	}
	all, err := elsewhere.Tablets(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	for _, one := range all {
		apptest.Must(t, elsewhere.RevokeTablet(t.Context(), apptest.Harbour, one.ID, p.App.Clock()))
	}
	tablet.Get(apptest.EightB).Want(t, http.StatusUnauthorized)
}

func TestAPageShowsWhatAnotherProcessAcceptedBeforeItWasOpened(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	elsewhere := anotherProcess(t, p)
	v := p.As(t, apptest.OfficeWorker)
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	form := page.Press(t, "Absent", page.Enrolments(t, 1)...)
	school, err := elsewhere.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	save := roll.Save{
		Token: "of another process", School: school.ID, Period: roll.PeriodID(form.Get("period")), Class: roll.ClassID(form.Get("class")), Date: apptest.Today, Generation: school.Generation,
		Intent: roll.Intent{Status: roll.Status{ID: 2, Name: "Absent", Family: roll.Absent}},
		By:     roll.Actor{Person: apptest.OtherTeacher, Name: "Tom Baker", Role: roll.Teacher},
		Rows:   []roll.SaveRow{{Enrolment: roll.EnrolmentID(apptest.Numbers(t, form.Get("enrolment"))[0])}},
	}
	_, _, err = elsewhere.AcceptAndClaim(t.Context(), school.Zone, saves.Claiming{}, save)
	apptest.Must(t, err)
	if rows := v.Get(apptest.EightB).Rows(t); apptest.Count(rows, "none", "") != apptest.EightBSize-1 {
		t.Errorf("the page has %+v", rows)
	}
}
