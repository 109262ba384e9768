package limits_test

import (
	"fmt"
	"testing"
	"time"

	"rollbook/web/identity/limits"
)

func noon() time.Time { return time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC) }

func TestAClientWaitsForTheEndOfThePeriodOnlyAfterMoreWrongTriesThanAllowed(t *testing.T) {
	t.Parallel()
	now, tries := noon(), limits.NewTries(limits.Missing)
	client := limits.Network("192.0.2.7")
	for count := range limits.Missing.Limit().Free {
		if wait := tries.Count(client, now); wait > 0 {
			t.Fatalf("after %d wrong tries the client waits %s", count, wait)
		}
	}
	if wait := tries.Wait(client, now.Add(20*time.Second)); wait != 40*time.Second {
		t.Errorf("the client waits %s, want the rest of the minute", wait)
	}
	if wait := tries.Count("tablet 7", now); wait > 0 {
		t.Errorf("a tablet at the same address waits %s", wait)
	}
	if wait := tries.Count(client, now.Add(time.Minute)); wait > 0 {
		t.Errorf("a minute later the client waits %s", wait)
	}
}

func TestANetworkOfVersionSixIsOneClient(t *testing.T) {
	t.Parallel()
	now, tries := noon(), limits.NewTries(limits.Missing)
	looked := 0
	for i := range 100_000 {
		if tries.Count(limits.Network(fmt.Sprintf("2001:db8:1:2::%x:%x", i>>16, i&0xffff)), now) <= 0 {
			looked++
		}
	}
	if looked != limits.Missing.Limit().Free {
		t.Errorf("%d wrong tries of one /64 are looked at", looked)
	}
	if wait := tries.Count(limits.Network("2001:db8:1:3::1"), now); wait > 0 {
		t.Errorf("the neighbour waits %s", wait)
	}
	if wait := tries.Count(limits.Network("192.0.2.7"), now); wait > 0 {
		t.Errorf("an address of version 4 waits %s", wait)
	}
}

func TestAFullTableStillCountsEveryClient(t *testing.T) {
	t.Parallel()
	now, tries := noon(), limits.NewTries(limits.Missing)
	full := func(address func(i int) string) {
		for i := range 100_000 {
			tries.Count(limits.Network(address(i)), now)
		}
	}
	full(func(i int) string { return fmt.Sprintf("2001:%x:%x::1", i>>16+1, i&0xffff) })
	free := limits.Missing.Limit().Free
	for name, addresses := range map[string]func(int) string{
		"a /24": func(i int) string { return fmt.Sprintf("192.0.2.%d", i&255) },
		"a /48": func(i int) string { return fmt.Sprintf("fd00:1:1:%x::1", i) },
	} {
		looked := 0
		for i := range 200 {
			if tries.Count(limits.Network(addresses(i)), now) <= 0 {
				looked++
			}
		}
		if looked != free {
			t.Errorf("%d wrong tries of %s are looked at, want %d", looked, name, free)
		}
	}
	for i := range 200 {
		for try := range free + 1 {
			wait := tries.Count(limits.Client(fmt.Sprint("person ", i)), now)
			if (wait > 0) != (try == free) {
				t.Fatalf("try %d of person %d waits %s", try+1, i, wait)
			}
		}
	}
	// Forgotten clients make room.
	now = now.Add(time.Hour)
	for try := range 2 * free {
		wait := tries.Count(limits.Network(fmt.Sprintf("203.0.113.%d", try&1)), now)
		if wait > 0 {
			t.Fatalf("an hour later two addresses share a count after %d", try)
		}
	}
}

func TestBeyondTwiceAsManyAllNetworksAreCountedTogether(t *testing.T) {
	t.Parallel()
	now, tries := noon(), limits.NewTries(limits.Missing)
	looked := 0
	for i := range 300_000 {
		if tries.Count(limits.Network(fmt.Sprintf("2001:%x:%x::1", i>>16+1, i&0xffff)), now) <= 0 {
			looked++
		}
	}
	if most := 200_000 + limits.Missing.Limit().Free; looked != most {
		t.Errorf("%d wrong tries are looked at, want %d", looked, most)
	}
}
