package door_test

import (
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// noTapIsLost makes forty students of two classes tap on one tablet, while the network breaks before and
// after the server has read the request, the window closes and the server is killed.
func noTapIsLost(t *testing.T, browser *browsertest.Browser) {
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	host := apptest.NewPort(t)
	d := apptest.Deploy(t, binary, time.Second)
	server, way := d.Start(t, host), networkTo(t, host)
	code := tapCode(d.As(t, apptest.OfficeWorker), "Hall", roll.StudentsMode, "8B", "9A")
	tablet := tabletAt(t, &apptest.Program{Address: way.Address()}, browser, "/pair#"+code)
	inHall(tablet, "8B")
	began := time.Now()
	tap(tablet, 0, 7)
	way.Let(questions)
	tap(tablet, 7, 14)
	apptest.Eventually(t, "taps were read, and their answer lost", func() bool { _, unanswered := way.Cuts(); return unanswered > 0 })
	way.Let(everything)
	tap(tablet, 14, 20)
	tablet.Click(".tap-cover .class a")
	inHall(tablet, "9A")
	tap(tablet, 0, 7)
	way.Let(nothing)
	tap(tablet, 7, 14)
	// The tiles show the taps that the tablet has stored. Only then its window closes.
	wantTiles(tablet, ":is([data-local]:not([data-local=touched]), [data-state=kept], [data-state=in])", 14)
	reopen(tablet)
	way.Let(everything)
	tablet.Go(way.Address() + "/door")
	inHall(tablet, "9A")
	server.Kill()
	tap(tablet, 14, 20)
	t.Logf("forty taps took %v", time.Since(began))
	wantTiles(tablet, ":is([data-local]:not([data-local=touched]), [data-state=kept], [data-state=in])", 20)
	d.Start(t, host)
	wantFortyTaps(t, d)
	wantTiles(tablet, "[data-state=in]", 20)
	if refused, unanswered := way.Cuts(); refused == 0 || unanswered == 0 {
		t.Errorf("%d connections were refused, and %d presses unanswered", refused, unanswered)
	}
}

// wantFortyTaps waits until forty students have one confirmed mark each.
func wantFortyTaps(t *testing.T, d *apptest.Deployment) {
	t.Helper()
	inspected, err := store.Open(t.Context(), d.App.Config.Database.Reveal(), time.Now)
	apptest.Must(t, err)
	t.Cleanup(func() { apptest.Must(t, inspected.Close()) })
	d.Settles(t, inspected, 40)
	marks := 0
	apptest.Must(t, inspected.EachMark(t.Context(), apptest.Harbour, func(mark roll.Mark) {
		if marks++; mark.Version != 1 || mark.By.Role != roll.AtDoor || mark.Observed == "" {
			t.Errorf("%d has a mark of version %d by %s, observed at %q", mark.Enrolment, mark.Version, mark.By.Role, mark.Observed)
		}
	}))
	if marks != 40 {
		t.Errorf("%d of forty students have a mark", marks)
	}
}
