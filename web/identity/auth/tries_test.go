package auth_test

import (
	"testing"
	"time"

	"rollbook/web/identity/auth"
)

func TestAClientWaitsForTheEndOfThePeriodOnlyAfterMoreErrorsThanAllowed(t *testing.T) {
	t.Parallel()
	const most = 3
	now := time.Date(2026, 11, 19, 8, 30, 0, 0, time.UTC)
	tries := auth.NewTries(most, time.Minute)
	for count := range most + 1 {
		if wait := tries.Wait("192.0.2.7", now); wait > 0 {
			t.Errorf("after %d errors the client waits %s", count, wait)
		}
		tries.Count("192.0.2.7", now)
	}
	later := now.Add(20 * time.Second)
	if wait := tries.Wait("192.0.2.7", later); wait != 40*time.Second {
		t.Errorf("after %d errors the client waits %s, want the rest of the period", most+1, wait)
	}
	if wait := tries.Wait("198.51.100.7", later); wait > 0 {
		t.Errorf("another client waits %s", wait)
	}
	next := now.Add(time.Minute)
	tries.Count("192.0.2.7", next)
	if wait := tries.Wait("192.0.2.7", next); wait > 0 {
		t.Errorf("after one error in the next period the client waits %s", wait)
	}
}
