package store

import (
	"context"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/postgrestest"
)

// newPostgreSQL makes a fixture in a new database on the test's own server.
func newPostgreSQL(t *testing.T) (*fixture, *postgrestest.Server) {
	t.Helper()
	server, ok := postgrestest.Start(t)
	if !ok {
		return nil, nil
	}
	location := server.NewDatabase(t)
	migrated(t, location)
	return newFixture(t, location), server
}

func TestASaveThatLosesItsServerIsNotKeptAndThenItIs(t *testing.T) {
	t.Parallel()
	f, server := newPostgreSQL(t)
	if f == nil {
		return
	}
	f.accept(t, press("before", absent(), unseen(1)...))
	// Inside a transaction, because a lost primary takes its sessions with it.
	err := f.Database.InTransaction(t.Context(), func(tx *engine.Transaction) error {
		server.EndSessions(t)
		_, err := tx.Exec(t.Context(), `UPDATE saves SET reason = reason WHERE school = $1`, north)
		return err
	})
	if roll.KindOf(err) != roll.Unkept {
		t.Errorf("during the loss: %v", err)
	}
	server.Stop(t)
	if _, err := f.Accept(t.Context(), f.zone, press("down", absent(), unseen(2)...)); roll.KindOf(err) != roll.Unkept {
		t.Errorf("while the server is down: %v", err)
	}
	if _, err := f.Marks(t.Context(), north, today, []roll.EnrolmentID{1}); roll.KindOf(err) != roll.Unkept {
		t.Errorf("reading while the server is down: %v", err)
	}
	server.StartAgain(t)
	f.accept(t, press("down", absent(), unseen(2)...))
	if mark := f.mark(t, 1); mark.Save != "before" {
		t.Errorf("the mark from before is %+v", mark)
	}
}

func TestAPostgreSQLThatAnswersLateIsNotTakenForADamagedOne(t *testing.T) {
	t.Parallel()
	f, _ := newPostgreSQL(t)
	if f == nil {
		return
	}
	tooLate, cancel := context.WithCancel(t.Context())
	cancel()
	must(t, f.Database.Check(tooLate))
}
