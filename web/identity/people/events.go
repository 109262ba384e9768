package people

import (
	"rollbook/web/roll"
)

// Event is the stable name of something that happened to accounts. It is the attribute "event" of a
// log record whose message is "people".
type Event string

// The events. Those that end in -refused are warnings.
const (
	SignedIn             Event = "sign-in"
	SignInRefused        Event = "sign-in-refused"
	PasswordChanged      Event = "password-changed"
	PasswordRefused      Event = "password-change-refused"
	SessionEnded         Event = "session-ended"
	InvitationMade       Event = "invitation-made"
	InvitationWithdrawn  Event = "invitation-withdrawn"
	InvitationUsed       Event = "invitation-used"
	PasswordLinkMade     Event = "password-link-made"
	PasswordLinkUsed     Event = "password-link-used"
	PasswordLinkNotSent  Event = "password-link-not-sent"
	FirstLinkMade        Event = "first-link-made"
	FirstAdminBegun      Event = "first-admin-begun"
	FirstSchoolAdded     Event = "first-school-added"
	LinkRefused          Event = "account-link-refused"
	PersonAdded          Event = "person-added"
	RoleChanged          Event = "role-changed"
	PersonDisabled       Event = "person-disabled"
	PersonEnabled        Event = "person-enabled"
	PINRemoved           Event = "pin-removed"
	PersonChangeRefused  Event = "person-change-refused"
	invitationNotMailed  Event = "invitation-not-mailed"
	passwordLinkTooOften Event = "password-link-refused"
)

// about holds the attributes of an event; empty fields are left out.
type about struct {
	person, by roll.PersonID
	school     roll.SchoolID
	role       roll.Role
	reason     string
	err        error
}
