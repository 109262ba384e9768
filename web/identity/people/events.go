package people

import (
	"rollbook/web/events"
)

// The events. Those that end in -refused are warnings.
const (
	SignedIn             events.Name = "sign-in"
	SignInRefused        events.Name = "sign-in-refused"
	PasswordChanged      events.Name = "password-changed"
	PasswordRefused      events.Name = "password-change-refused"
	SessionEnded         events.Name = "session-ended"
	InvitationMade       events.Name = "invitation-made"
	InvitationWithdrawn  events.Name = "invitation-withdrawn"
	InvitationUsed       events.Name = "invitation-used"
	PasswordLinkMade     events.Name = "password-link-made"
	PasswordLinkUsed     events.Name = "password-link-used"
	PasswordLinkNotSent  events.Name = "password-link-not-sent"
	FirstLinkMade        events.Name = "first-link-made"
	FirstAdminBegun      events.Name = "first-admin-begun"
	FirstSchoolAdded     events.Name = "first-school-added"
	LinkRefused          events.Name = "account-link-refused"
	PersonAdded          events.Name = "person-added"
	RoleChanged          events.Name = "role-changed"
	PersonDisabled       events.Name = "person-disabled"
	PersonEnabled        events.Name = "person-enabled"
	PINRemoved           events.Name = "pin-removed"
	PersonChangeRefused  events.Name = "person-change-refused"
	invitationNotMailed  events.Name = "invitation-not-mailed"
	passwordLinkTooOften events.Name = "password-link-refused"
)
