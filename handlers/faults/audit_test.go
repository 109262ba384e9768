package faults_test

import (
	"slices"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/handlers/apptest/interrupt"
	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

// TestTheAuditLogHasASignInAfterAnyEndOfTheProgram stops the program right after a sign-in, and kills it once a
// sign-in is stored.
func TestTheAuditLogHasASignInAfterAnyEndOfTheProgram(t *testing.T) {
	t.Parallel()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	d := apptest.Deploy(t, binary, hangs)
	inspected := inspect(t, d)
	signedIn := func(email string) bool {
		found, err := inspected.Audit(t.Context(), apptest.Harbour, audit.Search{By: roll.PersonID(email), Most: 10})
		apptest.Must(t, err)
		return slices.ContainsFunc(found, func(event audit.Event) bool { return event.Name == "sign-in" })
	}
	running := d.Start(t, apptest.NewPort(t))
	d.As(t, apptest.Teacher)
	apptest.Must(t, interrupt.Send(running.Command.Process))
	<-running.Ended
	if !signedIn(apptest.Teacher) {
		t.Error("a stop lost a sign-in")
	}
	running = d.Start(t, apptest.NewPort(t))
	d.As(t, apptest.Administrator)
	apptest.Eventually(t, "the sign-in is stored", func() bool { return signedIn(apptest.Administrator) })
	running.Kill()
	if !signedIn(apptest.Teacher) || !signedIn(apptest.Administrator) {
		t.Error("a kill lost a stored sign-in")
	}
}
