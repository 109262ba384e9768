package faults_test

import (
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/store"
)

// inspect opens the deployment's database beside the programs that have it open.
func inspect(t *testing.T, d *apptest.Deployment) *store.Store {
	t.Helper()
	opened, err := store.Open(t.Context(), d.App.Config.Database.Reveal(), time.Now)
	apptest.Must(t, err)
	t.Cleanup(func() { apptest.Must(t, opened.Close()) })
	return opened
}
