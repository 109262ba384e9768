package roll

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// CoverID names a cover link. It is made of the link's secret by a hash, and tells nothing
// of it.
type CoverID string

// CoverLink lets somebody without an account take the roll of one class on one date, until
// an instant of that date.
type CoverLink struct {
	ID        CoverID
	School    SchoolID
	Period    PeriodID
	Class     ClassID
	ClassName string
	Date      Date
	// Ends is the first instant at which the link is worth nothing any more.
	Ends time.Time
	// MadeBy is the name of the person who made it, at MadeAt.
	MadeBy string
	MadeAt time.Time
	// RevokedAt tells when the office ended it before its time; zero where nobody did.
	RevokedAt time.Time
}

// Ended tells whether the link is worth nothing any more at the instant, and since when.
func (l CoverLink) Ended(now time.Time) (since time.Time, ended bool) {
	switch {
	case !l.RevokedAt.IsZero() && l.RevokedAt.Before(l.Ends):
		return l.RevokedAt, true
	case !now.Before(l.Ends):
		return l.Ends, true
	}
	return time.Time{}, false
}

// Cover is somebody who typed a name at a link to take a roll by it. Each press of the
// link's page makes another one, whatever the name.
type Cover struct {
	Person PersonID
	// Name is as it was typed; it proves nothing.
	Name string
	// SingleKeys and OnlyTicked are the same settings as those of a Person.
	SingleKeys, OnlyTicked bool
	// UsedAt tells when the link was last used by this cover, to the minute.
	UsedAt time.Time
	Link   CoverLink
}

// CoverUse is a name that was typed at a link, and when it was last used.
type CoverUse struct {
	Name string
	At   time.Time
}

// longestCoverName is the most characters of a typed name.
const longestCoverName = 100

// ParseCoverName reads a typed name, without the spaces around it: 1 to 100 characters,
// one of them a letter or a digit. What is not seen, breaks the line or changes the
// direction of what follows is refused, so that no name can hide the words beside it.
func ParseCoverName(text string) (name string, ok bool) {
	name = strings.TrimSpace(text)
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > longestCoverName || strings.ContainsFunc(name, hides) {
		return "", false
	}
	return name, strings.ContainsFunc(name, func(char rune) bool { return unicode.IsLetter(char) || unicode.IsDigit(char) })
}

func hides(char rune) bool {
	// Persian and the Indian scripts spell with the two joiners.
	joiner := char == '\u200c' || char == '\u200d'
	return unicode.IsControl(char) || unicode.In(char, unicode.Cf, unicode.Zl, unicode.Zp) && !joiner
}
