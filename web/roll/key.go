package roll

import "time"

// MostKeys limits the active keys of a school in its school system (service document, section 8), and
// therefore the keys stored here.
const MostKeys = 5

// Key describes a school's API key, without the key itself.
type Key struct {
	ID       string
	LastFour string
	State    KeyState
	AddedAt  time.Time
	// UsedFrom and UsedUntil are when calls with the key began and ended; zero when they did not.
	UsedFrom, UsedUntil time.Time
	// LastUsed is exact to the hour; zero before the first call.
	LastUsed time.Time
	// TriedAt is when an admin last tried the key. Tried is the result: KeyWorks, or a problem as in a Reply.
	TriedAt time.Time
	Tried   string
}

// KeyState is the use of a key.
type KeyState string

// The states.
const (
	// KeyInUse: every call uses it. A school has one such key.
	KeyInUse KeyState = "in_use"
	// KeyNext: added and not used yet.
	KeyNext KeyState = "next"
	// KeyFormer: replaced by another key.
	KeyFormer KeyState = "former"
)

// KeyWorks is the result when the school system accepts a key.
const KeyWorks = "works"
