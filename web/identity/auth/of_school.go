package auth

import (
	"time"

	"rollbook/web/roll"
)

// The limits of wrong passwords on unknown devices over all accounts of a school, from any address. 200
// people who each mistype once on a new device within one minute stay below them.
const (
	FreeOfSchool         = 300
	oneMoreOfSchoolAfter = forgetting(10 * time.Second)
)

// Beyond them each try waits as long, and longer the more there were.
const (
	firstTurn   = 30 * time.Second
	longestTurn = 5 * time.Minute
	// moreForTurn is the number of further tries that lengthen the wait by firstTurn.
	moreForTurn = 20
)

// ofSchool counts the tries of a school.
type ofSchool struct{ forgetting }

func (o ofSchool) wait(failures roll.Tries, now time.Time) time.Duration {
	beyond := o.left(failures, now).Count - FreeOfSchool
	if beyond < 0 {
		return 0
	}
	return min(firstTurn*time.Duration(1+beyond/moreForTurn), longestTurn)
}
