package roll

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// CoverID identifies a cover link. It is a hash of the link's secret and does not reveal it.
type CoverID string

// CoverLink lets a person without an account take the roll of one class on one date, until a time on that
// date.
type CoverLink struct {
	ID        CoverID
	School    SchoolID
	Period    PeriodID
	Class     ClassID
	ClassName string
	Date      Date
	// Ends is the time from which the link is invalid.
	Ends time.Time
	// MadeBy is the name of its maker, at MadeAt.
	MadeBy string
	MadeAt time.Time
	// RevokedAt is when the office ended the link early; zero when it did not.
	RevokedAt time.Time
}

// Ended reports whether the link is invalid at now, and since when.
func (l CoverLink) Ended(now time.Time) (since time.Time, ended bool) {
	switch {
	case !l.RevokedAt.IsZero() && l.RevokedAt.Before(l.Ends):
		return l.RevokedAt, true
	case !now.Before(l.Ends):
		return l.Ends, true
	}
	return time.Time{}, false
}

// Cover is a person who typed a name at a link to take a roll. Each press of the link's page creates a new
// Cover, even for the same name.
type Cover struct {
	Person PersonID
	// Name is the typed name. It proves nothing.
	Name string
	// Preferences are only SingleKeys and OnlyTicked.
	Preferences
	// UsedAt is when this cover last used the link, to the minute.
	UsedAt time.Time
	Link   CoverLink
}

// CoverUse is a name typed at a link, with its last use.
type CoverUse struct {
	Name string
	At   time.Time
}

// longestCoverName is the most characters of a typed name.
const longestCoverName = 100

// ParseCoverName trims a typed name and accepts 1 to 100 characters, including a letter or a digit. It
// refuses characters that are invisible, break the line or change the text direction, so that no name can
// hide the words beside it.
func ParseCoverName(text string) (name string, ok bool) {
	name = strings.TrimSpace(text)
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > longestCoverName || strings.ContainsFunc(name, hides) {
		return "", false
	}
	return name, strings.ContainsFunc(name,
		func(char rune) bool { return unicode.IsLetter(char) || unicode.IsDigit(char) })
}

func hides(char rune) bool {
	// Persian and the Indian scripts use the two joiners.
	joiner := char == '\u200c' || char == '\u200d'
	return unicode.IsControl(char) || unicode.In(char, unicode.Cf, unicode.Zl, unicode.Zp) && !joiner
}
