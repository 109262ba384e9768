// Package limits counts wrong tries: of passwords, codes, PINs, passkeys and addresses. One table has all limits.
// Counters counts in the database, for all processes, and Tries in the memory of one. Only wrong tries count.
package limits

import (
	"math"
	"time"

	"rollbook/web/roll"
)

// Limit is a row of the table: how many wrong tries are free, how long the next one waits, and when a wrong try is
// forgotten.
type Limit struct {
	// Free is the number of wrong tries that no wait follows.
	Free int
	// Wait is the wait after them, from the last wrong try on. Each further one doubles it, up to Longest.
	Wait, Longest time.Duration
	// Hourly is the number of wrong tries from which on one try an hour remains; 0 for none.
	Hourly int
	// Locks is true when no further try is allowed until a person lifts the lock.
	Locks bool
	// Forgets is the time after which one wrong try is forgotten; 0 if only a right try clears them. Of a limit with
	// Forgets each wait is Wait, from now on.
	Forgets time.Duration
	// Quiet is the time without tries after which all are forgotten; 0 for none.
	Quiet time.Duration
	// Period is the time from the first wrong try on, after which all are forgotten; 0 for none. The wait is until then.
	Period time.Duration
}

// Of names a row of the table.
type Of int

// The rows. Those from Missing on are counted in the memory of a process.
const (
	// Device is for the passwords of an account on one device. Codes have the same limits.
	Device Of = iota
	// Account is for those on all new devices, so that one of them does not hold up the others for long.
	Account
	// Pair is for an account from an address. It only makes further tries of the account count once for the address.
	Pair
	// Address is for accounts with wrong tries from an address: a school's people share one.
	Address
	// Domain is for the accounts whose names end alike, as those of a school do, from all addresses.
	Domain
	// PINOnTablet, PINInDay and PINInAll are for a name's PINs: on one tablet, on all of a school within a school day,
	// and on all in a row. NIST SP 800-63B, section 3.2.2, allows twice as many in a row.
	PINOnTablet
	PINInDay
	PINInAll
	// Missing is for addresses that do not exist.
	Missing
	// Passkey is for wrong passkeys, and PairingCode for wrong codes of tablets.
	Passkey
	PairingCode
	// Judgment is for the judgments of a new password while a person types it.
	Judgment
	// Delivery is for the stored webhooks of a school.
	Delivery
)

// Pause is how long a name is locked on one tablet.
const Pause = 15 * time.Minute

// turn is the wait for a promised turn (await).
const turn = 10 * time.Second

// Limit returns the row.
func (o Of) Limit() Limit {
	return [...]Limit{
		Device:      {Free: 5, Wait: 5 * time.Second, Longest: 15 * time.Minute, Hourly: 100},
		Account:     {Free: 5, Wait: 5 * time.Second, Longest: turn, Hourly: 100},
		Pair:        {Free: math.MaxInt, Forgets: 24 * time.Hour},
		Address:     {Free: 30, Wait: turn, Forgets: 20 * time.Second},
		Domain:      {Free: 300, Wait: turn, Forgets: 10 * time.Second},
		PINOnTablet: {Free: 5, Wait: Pause, Longest: Pause, Quiet: Pause},
		PINInDay:    {Free: 20, Locks: true, Quiet: 12 * time.Hour},
		PINInAll:    {Free: 50, Locks: true},
		Missing:     {Free: 60, Period: time.Minute},
		Passkey:     {Free: 300, Period: 10 * time.Minute},
		PairingCode: {Free: 10, Period: 10 * time.Minute},
		Judgment:    {Free: 300, Period: 10 * time.Minute},
		Delivery:    {Free: 100, Period: time.Minute},
	}[o]
}

// Forever is the wait for a lock that a person must lift.
const Forever = time.Duration(math.MaxInt64)

// left returns the tries without forgotten ones.
func (l Limit) left(tries roll.Tries, now time.Time) roll.Tries {
	// A clock may be set back.
	passed := max(0, now.Sub(tries.Last))
	switch {
	case l.Locks && tries.Count >= l.Free:
	case l.Quiet > 0 && passed >= l.Quiet, l.Period > 0 && now.Sub(tries.Last).Abs() >= l.Period:
		return roll.Tries{}
	case l.Forgets > 0:
		forgotten := min(int64(passed/l.Forgets), int64(tries.Count))
		if tries.Count -= int(forgotten); tries.Count == 0 {
			return roll.Tries{}
		}
		tries.Last = tries.Last.Add(time.Duration(forgotten) * l.Forgets)
	}
	return tries
}

// wait returns how long the next try must wait. Zero or less means that it may come now.
func (l Limit) wait(tries roll.Tries, now time.Time) time.Duration {
	tries = l.left(tries, now)
	switch {
	case tries.Count < l.Free:
		return 0
	case l.Locks:
		return Forever
	case l.Period > 0:
		return tries.Last.Add(l.Period).Sub(now)
	case l.Forgets > 0:
		return l.Wait
	case l.Hourly > 0 && tries.Count >= l.Hourly:
		return tries.Last.Add(time.Hour).Sub(now)
	}
	wait := l.Wait
	for range tries.Count - l.Free {
		wait = min(2*wait, l.Longest)
	}
	return tries.Last.Add(wait).Sub(now)
}

// more returns the tries with another wrong one. Those of a limit with Forgets or Period keep the time from which that
// counts.
func (l Limit) more(tries roll.Tries, now time.Time) roll.Tries {
	tries = l.left(tries, now)
	if l.Forgets+l.Period == 0 || tries.Count == 0 {
		tries.Last = now
	}
	tries.Count++
	return tries
}
