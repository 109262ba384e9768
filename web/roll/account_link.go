package roll

import "time"

// AccountLinkID names an account link. It is made of the link's secret by a hash, and tells nothing
// of it.
type AccountLinkID string

// AccountLinkKind is what a link is for.
type AccountLinkKind string

// The kinds of account links.
const (
	// Invitation lets somebody into a school.
	Invitation AccountLinkKind = "invitation"
	// NewPassword lets somebody with an account choose a password without the one before.
	NewPassword AccountLinkKind = "password"
)

// AccountLinkLasts is how long a link is good for.
const AccountLinkLasts = 72 * time.Hour

// AccountLink lets whoever has its secret begin an account or choose a password, once.
type AccountLink struct {
	ID    AccountLinkID
	Kind  AccountLinkKind
	Email string
	// Name is what an invitation proposes; it may be empty.
	Name string
	// School is where an invitation leads to, with the role. A new password that somebody asked for
	// themself has neither.
	School SchoolID
	Role   Role
	// MadeBy is the admin who made it; empty for who asked for it themself.
	MadeBy PersonID
	MadeAt time.Time
	// Ends is the first instant at which it is worth nothing any more.
	Ends time.Time
	// UsedAt and ClosedAt are when it was used, and when somebody withdrew it or a newer one took
	// its place; zero for not yet.
	UsedAt, ClosedAt time.Time
}

// Open tells whether the link can be used at the instant.
func (l AccountLink) Open(now time.Time) bool {
	return l.UsedAt.IsZero() && l.ClosedAt.IsZero() && now.Before(l.Ends)
}

// MemberOfSchool is one line of a school's list of people.
type MemberOfSchool struct {
	Person PersonID
	Email  string
	Name   string
	Role   Role
	// KeptOut is true where the school disabled the person here.
	KeptOut bool
	// Disabled is true where whoever runs Rollbook disabled the person everywhere.
	Disabled bool
	// Elsewhere is true for who belongs to another school too.
	Elsewhere bool
	// SignedInAt is the last sign-in, zero for never.
	SignedInAt time.Time
}
