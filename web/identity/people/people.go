package people

import (
	"context"
	"errors"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

// Store stores people, their schools and the links.
type Store interface {
	PersonByEmail(ctx context.Context, email string) (roll.Person, string, error)
	Person(ctx context.Context, id roll.PersonID) (roll.Person, []roll.Membership, error)
	School(ctx context.Context, id roll.SchoolID) (roll.School, error)
	PeopleOfSchool(ctx context.Context, school roll.SchoolID) ([]roll.MemberOfSchool, error)
	PasswordNames(ctx context.Context, person roll.PersonID) ([]string, error)
	LetIn(ctx context.Context, person roll.Person, passwordHash string, school roll.SchoolID, role roll.Role) error
	SetPassword(ctx context.Context, person roll.PersonID, passwordHash string) error
	KnownElsewhere(ctx context.Context, person roll.PersonID, school roll.SchoolID) (bool, error)
	Disable(ctx context.Context, person roll.PersonID) error
	Enable(ctx context.Context, person roll.PersonID) error
	NoteSignIn(ctx context.Context, person roll.PersonID, at time.Time) error
	SetRole(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID, role roll.Role) error
	KeepOut(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID, out bool) error
	RemoveMemberPIN(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID) error
	AddAccountLink(ctx context.Context, link roll.AccountLink) error
	AccountLink(ctx context.Context, id roll.AccountLinkID) (roll.AccountLink, error)
	HandOver(ctx context.Context, id roll.AccountLinkID) error
	OpenInvitations(ctx context.Context, school roll.SchoolID, now time.Time) ([]roll.AccountLink, error)
	CountInvitations(ctx context.Context, school roll.SchoolID, since time.Time) (int, error)
	CountNewPasswords(ctx context.Context, email string, since time.Time) (int, error)
	WithdrawInvitation(ctx context.Context, school roll.SchoolID, id roll.AccountLinkID, now time.Time) error
	JoinByLink(ctx context.Context, link roll.AccountLink, person roll.Person, passwordHash string,
		now time.Time) (int64, error)
	InUse(ctx context.Context) (bool, error)
	AddFirstLink(ctx context.Context, link roll.AccountLink) (bool, error)
	BeginByLink(ctx context.Context, id roll.AccountLinkID, person roll.Person, passwordHash string, now time.Time) error
	PasswordByLink(ctx context.Context, link roll.AccountLink, person roll.Person, passwordHash string,
		now time.Time) (int64, error)
	ReplacePassword(ctx context.Context, person roll.PersonID, passwordHash string) (int64, error)
}

// Hasher checks and hashes new passwords (auth.Passwords).
type Hasher interface {
	Hash(ctx context.Context, password string, about ...string) (string, error)
}

// People manages the people of schools. Make one with New. If it has mail, run it once.
type People struct {
	store     Store
	passwords Hasher
	check     auth.Checker
	tokens    *auth.Tokens
	// mail is nil when there is no mail server.
	mail   *Mail
	clock  func() time.Time
	record *events.Record
	// letters are the mails that Run sends.
	letters chan func(context.Context)
	// forgetful are the people whose requests for a link wait.
	forgetful *limits.Places[roll.PersonID]
}

// New makes a People on the store. Mail may be nil.
func New(store Store, passwords Hasher, check auth.Checker, tokens *auth.Tokens, mail *Mail, clock func() time.Time,
	record *events.Record) *People {
	return &People{
		store: store, passwords: passwords, check: check, tokens: tokens, mail: mail, clock: clock, record: record,
		letters: make(chan func(context.Context), mostLetters), forgetful: limits.NewPlaces[roll.PersonID](mostLinks),
	}
}

// HasMail reports whether links are mailed.
func (p *People) HasMail() bool { return p.mail != nil }

// Of returns the school's people, by name, and the open invitations.
func (p *People) Of(ctx context.Context, school roll.SchoolID) ([]roll.MemberOfSchool, []roll.AccountLink, error) {
	members, err := p.store.PeopleOfSchool(ctx, school)
	if err != nil {
		return nil, nil, err
	}
	open, err := p.store.OpenInvitations(ctx, school, p.clock())
	return members, open, err
}

// Admin is an admin of one school. The store checks the role again.
type Admin struct {
	Person roll.PersonID
	School roll.School
}

// SetRole changes the role of a member of the admin's school.
func (p *People) SetRole(ctx context.Context, admin Admin, member roll.PersonID, role roll.Role) error {
	_, memberships, err := p.store.Person(ctx, member)
	if err == nil {
		err = p.store.SetRole(ctx, admin.School.ID, admin.Person, member, role)
	}
	of := events.About{Person: member, By: admin.Person, School: admin.School.ID,
		Before: roleIn(memberships, admin.School.ID), Role: role}
	return p.changed(ctx, "role-changed", of, err)
}

// roleIn returns the role in the school, or "".
func roleIn(memberships []roll.Membership, school roll.SchoolID) string {
	for _, one := range memberships {
		if one.School == school {
			return string(one.Role)
		}
	}
	return ""
}

// KeepOut blocks a member at the admin's school, or unblocks them.
func (p *People) KeepOut(ctx context.Context, admin Admin, member roll.PersonID, out bool) error {
	event := map[bool]events.Name{true: "person-disabled", false: "person-enabled"}[out]
	of := events.About{Person: member, By: admin.Person, School: admin.School.ID}
	return p.changed(ctx, event, of, p.store.KeepOut(ctx, admin.School.ID, admin.Person, member, out))
}

// RemovePIN removes the PIN of a member of the admin's school, in every school. The member can set a new one.
func (p *People) RemovePIN(ctx context.Context, admin Admin, member roll.PersonID) error {
	of := events.About{Person: member, By: admin.Person, School: admin.School.ID}
	return p.changed(ctx, "pin-removed", of, p.store.RemoveMemberPIN(ctx, admin.School.ID, admin.Person, member))
}

// changed logs the result of a change.
func (p *People) changed(ctx context.Context, event events.Name, of events.About, err error) error {
	if kind := roll.KindOf(err); kind == roll.Forbidden || kind == roll.NotFound {
		refused := of
		refused.Reason = string(event)
		p.record.Refused(ctx, "person-change-refused", refused)
	}
	return p.record.After(ctx, err, event, of)
}

// CoverRefused logs that a cover link of the school was opened after its end, or without a school an unknown one.
func (p *People) CoverRefused(ctx context.Context, school roll.SchoolID) {
	p.record.Refused(ctx, "cover-link-refused", events.About{School: school})
}

// SessionEnded logs that a person ended another session of their own.
func (p *People) SessionEnded(ctx context.Context, person roll.PersonID) {
	p.record.Done(ctx, "session-ended", events.About{Person: person})
}

// later turns auth.ErrBusy into a problem that asks the person to try again.
func later(err error) error {
	if errors.Is(err, auth.ErrBusy) {
		return roll.Problem(roll.Unkept, "problem.what.503").Because(err)
	}
	return err
}

// Confirm checks the signed-in person's password again. It returns the errors of auth.SignIn.Check.
func (p *People) Confirm(ctx context.Context, person roll.Person, password string, from auth.From) error {
	_, err := p.check.Check(ctx, person.Email, password, from)
	if err != nil {
		p.record.Refused(ctx, "confirmation-refused", events.About{Person: person.ID, Reason: auth.Refusal(err)})
	}
	return later(err)
}

// HasPassword reports whether the person signs in with a password of this server.
func (p *People) HasPassword(ctx context.Context, person roll.Person) (bool, error) {
	_, hash, err := p.store.PersonByEmail(ctx, person.Email)
	return hash != "", err
}

// ChangePassword replaces the person's password after checking the current one. It ends all sessions. A
// session that should continue needs the returned epoch. It returns the errors of auth.SignIn.Check for the
// current password, and roll.Meaningless for an unacceptable new one.
func (p *People) ChangePassword(ctx context.Context, person roll.Person, current, password string,
	from auth.From) (epoch int64, err error) {
	if _, err := p.check.Check(ctx, person.Email, current, from); err != nil {
		p.record.Refused(ctx, "password-change-refused", events.About{Person: person.ID, Reason: auth.Refusal(err)})
		return 0, later(err)
	}
	hash, err := p.hashFor(ctx, person.ID, password)
	if err != nil {
		return 0, err
	}
	epoch, err = p.store.ReplacePassword(ctx, person.ID, hash)
	return epoch, p.record.After(ctx, err, "password-changed", events.About{Person: person.ID})
}
