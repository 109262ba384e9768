package roll

import "time"

// MostKeys limits the active keys of a school in its school system (service document,
// section 8), and so the keys that are kept of it.
const MostKeys = 5

// Key describes a school's API key, without the key itself.
type Key struct {
	ID       string
	LastFour string
	State    KeyState
	AddedAt  time.Time
	// UsedFrom and UsedUntil tell when calls began and ceased to be made with it; zero
	// where they did not.
	UsedFrom, UsedUntil time.Time
	// LastUsed is right to the hour; zero before the first call.
	LastUsed time.Time
	// TriedAt tells when an admin last tried it, and Tried what came: KeyWorks, or the name
	// of a problem as a reply has it.
	TriedAt time.Time
	Tried   string
}

// KeyState tells what a key is for.
type KeyState string

// The states.
const (
	// KeyInUse: every call carries it. A school has one such key.
	KeyInUse KeyState = "in_use"
	// KeyNext: it was added and no call carries it yet.
	KeyNext KeyState = "next"
	// KeyFormer: another key took its place.
	KeyFormer KeyState = "former"
)

// KeyWorks is the result of trying a key that the school system accepts.
const KeyWorks = "works"
