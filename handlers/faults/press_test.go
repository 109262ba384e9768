package faults_test

import (
	"slices"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// breaks gives the first school's bulk calls the faults.
func breaks(t *testing.T, s *apptest.Scene, faults ...sandbox.Fault) {
	t.Helper()
	for i := range faults {
		faults[i].BulkOnly = true
	}
	apptest.Must(t, s.Sandbox.SetFault(apptest.HarbourCode, faults...))
}

// wantAttempts expects exactly these requests of the press.
func wantAttempts(t *testing.T, p *pressed, want ...roll.AttemptState) {
	t.Helper()
	var got []roll.AttemptState
	for _, attempt := range p.Story(t).Attempts {
		got = append(got, attempt.State)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the attempts are %v, want %v", got, want)
	}
}

// wantNothingStored expects no trace of the press.
func wantNothingStored(t *testing.T, p *pressed) {
	t.Helper()
	if _, err := p.S.App.Store.Story(t.Context(), apptest.Harbour, p.Token); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the press is stored: %v", err)
	}
}

// around returns the second that starts at the time.
func around(at time.Duration) span {
	return span{From: at, To: at + time.Second}
}
