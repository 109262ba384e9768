package roll

import (
	"cmp"
	"slices"
	"time"
)

// Role is the set of actions that a person may do in one school.
type Role string

// The roles, from the fewest to the most rights.
const (
	// AtDoor is a tablet at a classroom door (Tablet). It sees today's roll of its own classes and has no
	// account.
	AtDoor Role = "tablet"
	// Covering takes the roll of one class on one date, through a link and with a typed name. It has no
	// account.
	Covering Role = "cover"
	// Teacher takes today's roll.
	Teacher Role = "teacher"
	// Office corrects and completes any date within the school's limit.
	Office Role = "office"
	// Admin does what the office does, and manages the connection.
	Admin Role = "admin"
)

// rank orders the roles by their rights; 0 for no role.
func (r Role) rank() int {
	return slices.Index([]Role{AtDoor, Covering, Teacher, Office, Admin}, r) + 1
}

// Includes reports whether the role has all rights of the other one.
func (r Role) Includes(other Role) bool { return r.rank() >= other.rank() }

// Corrects reports whether the role may mark earlier dates and its marks prevail.
func (r Role) Corrects() bool { return r.Includes(Office) }

// ParseRole reads the name of a role for accounts. It returns false for anything else.
func ParseRole(text string) (role Role, ok bool) {
	switch role = Role(text); role {
	case Teacher, Office, Admin:
		return role, true
	case AtDoor, Covering:
	}
	return "", false
}

// Person is an account that signs in.
type Person struct {
	ID    PersonID
	Email string
	Name  string
	// Disabled people cannot sign in. Their sessions end with the next request.
	Disabled bool
	Preferences
	// Epoch counts the events that end sessions: a new password, being disabled.
	Epoch int64
	// Proven is true when the person who knows the password has proven that the address is theirs.
	Proven bool
	// Since is when the account was made.
	Since time.Time
}

// Preferences are a person's own choices for their pages.
type Preferences struct {
	// SingleKeys is false when the person switched off single-letter keys (WCAG 2.1.4).
	SingleKeys bool
	// OnlyTicked is true when the person once unticked "25 others Present". It is then off by default.
	OnlyTicked bool
	// Language is the tag of the pages' language (BCP 47). Empty follows the school, or else the browser.
	Language string
	// SurnameFirst is true when pages name students "Osei, Karen".
	SurnameFirst bool
	// Order is the order of a class on the roll.
	Order ClassOrder
}

// Reader is a person who gets mail, with the language for it: the person's own, or else the school's.
type Reader struct{ Email, Language string }

// ClassOrder is the order of the students of a class.
type ClassOrder string

// The orders.
const (
	AsListed    ClassOrder = ""
	BySurname   ClassOrder = "surname"
	ByGivenName ClassOrder = "given"
)

// ClassOrders returns all orders, in the order of choice.
func ClassOrders() []ClassOrder { return []ClassOrder{AsListed, BySurname, ByGivenName} }

// New reports whether the account is at most a week old. Its pages then explain more.
func (p Person) New(now time.Time) bool { return now.Before(p.Since.AddDate(0, 0, 7)) }

// Membership is a person's role in a school.
type Membership struct {
	School     SchoolID
	SchoolName string
	// Language is the tag of the language of the school's pages (BCP 47); empty for none chosen.
	Language string
	Role     Role
}

// Admission is the state at one instant that lets a person into a school: the person, the memberships, and
// the requested school.
type Admission struct {
	Person      Person
	Memberships []Membership
	// School has no id when the person does not belong to the requested school.
	School     School
	Connection Connection
	Versions   Versions
}

// Versions rise with every change of a school's data; 0 is unknown. What is read later is at least as new.
type Versions struct {
	// Marks rises with everything that a roll shows, Absences with known absences and movements alone.
	Marks, Absences int64
}

// AccountLinkID identifies an account link. It is a hash of the link's secret and does not reveal it.
type AccountLinkID string

// AccountLinkKind is the purpose of a link.
type AccountLinkKind string

// The kinds of account links.
const (
	// Invitation lets a person into a school.
	Invitation AccountLinkKind = "invitation"
	// NewPassword lets a person choose a password without the old one.
	NewPassword AccountLinkKind = "password"
	// FirstAdmin lets the first person in, while there is neither a person nor a school.
	FirstAdmin AccountLinkKind = "first"
)

// How long a link is valid: an invitation, and a link for a new password.
const (
	AccountLinkLasts  = 72 * time.Hour
	PasswordLinkLasts = time.Hour
)

// LinkMailedFor limits the time in which the same press mails its link again, after a second click or a lost answer.
// Later the press is refused. A link that was shown to an admin is not shown again.
const LinkMailedFor = time.Minute

// FirstLinkLasts is how long the link for the first admin is valid.
const FirstLinkLasts = 30 * time.Minute

// AccountLink lets the holder of its secret create an account or choose a password, once.
type AccountLink struct {
	ID    AccountLinkID
	Kind  AccountLinkKind
	Email string
	// Name is the name that an invitation proposes. It may be empty.
	Name string
	// School is the school of an invitation, with the role. A password link that its user requested has
	// neither.
	School SchoolID
	Role   Role
	// MadeBy is the admin who made it; empty for a link that its user requested.
	MadeBy PersonID
	MadeAt time.Time
	// Ends is the time from which the link is invalid.
	Ends time.Time
	// Handed is true when a person other than the addressee saw the link. Then its use does not prove the
	// address.
	Handed bool
	// UsedAt is when the link was used, ClosedAt when it was withdrawn or replaced; zero for not yet.
	UsedAt, ClosedAt time.Time
}

// Open reports whether the link can be used at now.
func (l AccountLink) Open(now time.Time) bool {
	return l.UsedAt.IsZero() && l.ClosedAt.IsZero() && now.Before(l.Ends)
}

// MemberOfSchool is one line of a school's list of people.
type MemberOfSchool struct {
	Person PersonID
	Email  string
	Name   string
	Role   Role
	// KeptOut is true when the school disabled the person here.
	KeptOut bool
	// Disabled is true when the server's operator disabled the person everywhere.
	Disabled bool
	// Elsewhere is true when the person also belongs to another school.
	Elsewhere bool
	// SignedInAt is the last sign-in, zero for never.
	SignedInAt time.Time
	// HasPIN is true when the person has a PIN for tablets.
	HasPIN bool
	// HasFactor is true when the person has a second factor.
	HasFactor bool
}

// PINHolder is a person with a PIN for the tablets of one school.
type PINHolder struct {
	Person PersonID
	Name   string
	Role   Role
}

// PINLock blocks PIN attempts for a person.
type PINLock struct {
	Person PersonID
	Name   string
	// At is the time of the last wrong PIN.
	At time.Time
}

// Tries counts the wrong passwords or PINs in a row for one key. The zero value means none.
type Tries struct {
	Count int
	Last  time.Time
}

// Counter identifies a counter of wrong PINs or passwords: a person at a place.
type Counter struct {
	Place  string
	Person PersonID
}

// Standing is the part of a person's rights that can end while a page is open.
type Standing struct {
	// Epoch is the person's epoch or the tablet's version, 0 for a cover link.
	Epoch int64
	// Edition is the tablet's edition, 0 for people.
	Edition int64
	// Roles are the present roles by school; empty for a person who is disabled or gone.
	Roles map[SchoolID]Role
	// Link is the cover link in use, with only its end and its revocation; zero for people with an account.
	Link CoverLink
}

// Provider signs the people of a school in (OpenID Connect).
type Provider struct {
	School SchoolID
	// SchoolName is the name of the school, in lists of providers.
	SchoolName string
	// Issuer identifies the provider. AnyTenant in it stands for each of Tenants.
	Issuer string
	// Name is on the button of the sign-in page.
	Name   string
	Client string
	// Tenants and Domains limit the accounts that the school accepts.
	Tenants, Domains []string
	// Claim is the name of the claim with a person's groups. The names of groups are listed by the role that they give.
	Claim                    string
	Teachers, Office, Admins []string
	// Otherwise is the role of people in none of the groups, "" for none: they are not let in.
	Otherwise Role
	// Makes is true when people whom the school does not know get an account.
	Makes bool
}

// TypedProvider has the fields of a provider that an admin typed. Lists have an entry a line. No page shows the secret.
type TypedProvider struct {
	Kind, Issuer, Name, Client, Secret         string
	Tenants, Domains                           string
	Claim, Teachers, Office, Admins, Otherwise string
	Makes                                      bool
}

// AnyTenant stands for a tenant in the issuer of a Provider.
const AnyTenant = "{tenantid}"

// ByGroups reports whether groups decide the roles.
func (p Provider) ByGroups() bool {
	return len(p.Teachers)+len(p.Office)+len(p.Admins) > 0
}

// RoleOf returns the highest role that the groups give, "" for none.
func (p Provider) RoleOf(groups []string) Role {
	isIn := func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(groups, name) })
	}
	switch {
	case isIn(p.Admins):
		return Admin
	case isIn(p.Office):
		return Office
	case isIn(p.Teachers):
		return Teacher
	}
	return p.Otherwise
}

// Provided is a person as a provider describes them.
type Provided struct {
	Issuer, Subject string
	// Email is verified, or empty; Unverified is then the message that says why.
	Email, Name string
	Unverified  MessageKey
	Groups      []string
	// ProvedAt is when the person proved to the provider who they are, zero when it does not say.
	ProvedAt time.Time
	// Present is the person who has just signed in with a password in the same browser, or "".
	Present PersonID
}

// ClassTeacher is a teacher of a class. Only a class whose name another period of the day has too has a period here.
type ClassTeacher struct {
	Period PeriodID
	Class  ClassID
	// Person is empty for a teacher without an account at the school.
	Person PersonID
	// Name may be empty for a teacher with a Mail, and Mail for one with a Name.
	Name, Mail string
}

// Key identifies the teacher among a school's.
func (t ClassTeacher) Key() string { return cmp.Or(t.Mail, t.Name) }

// Called is the teacher's name, or else the mail address.
func (t ClassTeacher) Called() string { return cmp.Or(t.Name, t.Mail) }

// Value is the teacher's value in a form. It has no mail address of an account.
func (t ClassTeacher) Value() string { return cmp.Or(string(t.Person), t.Key()) }

// Reminder is a teacher's last reminder of a class's roll, by the teacher's Called.
type Reminder struct {
	Period  PeriodID
	Class   ClassID
	Teacher string
	At      time.Time
}

// TeachersOf returns the teachers of the class among all, which are in order.
func TeachersOf(class Class, all []ClassTeacher) []ClassTeacher {
	of := slices.DeleteFunc(slices.Clone(all),
		func(one ClassTeacher) bool { return !ClassKey{one.Period, one.Class}.Means(class) })
	return slices.CompactFunc(of, func(a, b ClassTeacher) bool { return a.Key() == b.Key() })
}
