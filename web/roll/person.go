package roll

import (
	"time"
)

// Role tells what a person may do in one school.
type Role string

// The roles, from the least to the most that one may do.
const (
	// AtDoor is a tablet at a classroom door (Tablet): it sees today's roll of its own classes. It
	// belongs to no account.
	AtDoor Role = "tablet"
	// Covering takes the roll of one class on one date, by a link and with a typed name. It
	// belongs to no account.
	Covering Role = "cover"
	// Teacher takes the roll of today.
	Teacher Role = "teacher"
	// Office corrects and completes any date within the school's limit.
	Office Role = "office"
	// Admin does what the office does, and sees to the connection.
	Admin Role = "admin"
)

// rank orders the roles by what they may do; 0 for no role.
func (r Role) rank() int {
	switch r {
	case AtDoor:
		return 1
	case Covering:
		return 2
	case Teacher:
		return 3
	case Office:
		return 4
	case Admin:
		return 5
	}
	return 0
}

// Includes tells whether the role may do all that the other one may.
func (r Role) Includes(other Role) bool { return r.rank() >= other.rank() }

// Corrects tells whether the role marks earlier dates too, and has the last word on a mark.
func (r Role) Corrects() bool { return r.Includes(Office) }

// ParseRole reads the name of a role that an account can have; ok is false for anything else.
func ParseRole(text string) (role Role, ok bool) {
	switch role = Role(text); role {
	case Teacher, Office, Admin:
		return role, true
	case AtDoor, Covering:
	}
	return "", false
}

// Person is somebody who signs in.
type Person struct {
	ID    PersonID
	Email string
	Name  string
	// Disabled people cannot sign in, and their sessions end with their next request.
	Disabled bool
	// SingleKeys is false when the person switched single-letter keys off (WCAG 2.1.4).
	SingleKeys bool
	// OnlyTicked is true for who once unticked "25 others Present": it is not on by itself any more.
	OnlyTicked bool
	// Epoch counts what ends sessions: a new password, being disabled.
	Epoch int64
	// Proven is true where it was proven that the address belongs to the person who knows the password.
	Proven bool
	// Since is the time at which the account was made.
	Since time.Time
}

// New tells whether the account is not older than a week: its pages explain more.
func (p Person) New(now time.Time) bool { return now.Before(p.Since.AddDate(0, 0, 7)) }

// Membership is a person's role in a school.
type Membership struct {
	School     SchoolID
	SchoolName string
	Role       Role
}

// Admission holds all by which somebody is let into a school, as it stood at one instant: who signed
// in, what they may do where, and the school that they ask for.
type Admission struct {
	Person      Person
	Memberships []Membership
	// School has no id where they do not belong to the school that they ask for.
	School     School
	Connection Connection
	// MarksVersion rises with every change of the school's marks, and is 0 where it is not known. Marks
	// that are read later are at least as new.
	MarksVersion int64
}

// AccountLinkID names an account link. It is made of the link's secret by a hash, and tells nothing
// of it.
type AccountLinkID string

// AccountLinkKind is the purpose of a link.
type AccountLinkKind string

// The kinds of account links.
const (
	// Invitation lets somebody into a school.
	Invitation AccountLinkKind = "invitation"
	// NewPassword lets somebody with an account choose a password without the one before.
	NewPassword AccountLinkKind = "password"
	// FirstAdmin lets the first person in, while there is neither a person nor a school.
	FirstAdmin AccountLinkKind = "first"
)

// AccountLinkLasts is the time for which a link is good.
const AccountLinkLasts = 72 * time.Hour

// FirstLinkLasts is the time for which the link for the first admin is good.
const FirstLinkLasts = 30 * time.Minute

// AccountLink lets whoever has its secret begin an account or choose a password, once.
type AccountLink struct {
	ID    AccountLinkID
	Kind  AccountLinkKind
	Email string
	// Name is the name that an invitation proposes; it may be empty.
	Name string
	// School is the school that an invitation leads to, with the role. A new password that somebody
	// asked for themself has neither.
	School SchoolID
	Role   Role
	// MadeBy is the admin who made it; empty for a link that somebody asked for themself.
	MadeBy PersonID
	MadeAt time.Time
	// Ends is the first instant at which it is worth nothing any more.
	Ends time.Time
	// Handed is true where a person other than the addressee was shown the link: who uses it proves nothing.
	Handed bool
	// UsedAt tells when it was used, ClosedAt when somebody withdrew it or a newer one took its
	// place; zero for not yet.
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
	// Elsewhere is true for somebody who belongs to another school too.
	Elsewhere bool
	// SignedInAt is the last sign-in, zero for never.
	SignedInAt time.Time
	// HasPIN is true for somebody with a PIN for tablets.
	HasPIN bool
}

// PINHolder is somebody who may use the tablets of one school with a PIN of their own.
type PINHolder struct {
	Person PersonID
	Name   string
	Role   Role
}

// PINLock says that no PIN is looked at for somebody's name.
type PINLock struct {
	Person PersonID
	Name   string
	// At is the time of the last wrong PIN.
	At time.Time
}

// PINTries counts the wrong PINs in a row at one place. The zero value means none.
type PINTries struct {
	Count int
	Last  time.Time
}

// PINCounter names what wrong PINs are counted for: a person at a place.
type PINCounter struct {
	Place  string
	Person PersonID
}

// Standing tells what somebody may do now, as far as it can end while a page is open.
type Standing struct {
	// Epoch is the person's epoch or the tablet's version, 0 for somebody who uses a cover link.
	Epoch int64
	// Edition is the tablet's edition, 0 for people.
	Edition int64
	// Roles holds the present role in each school; empty for a person who is disabled or gone.
	Roles map[SchoolID]Role
	// Link is the cover link of somebody who uses one, with its end and its revocation only;
	// the zero value for people with an account.
	Link CoverLink
}
