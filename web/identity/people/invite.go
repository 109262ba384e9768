package people

import (
	"context"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// MostInvitations limits the invitations of a school in 24 hours, so that an admin's account that was taken over does
// not send mail to everyone.
const MostInvitations = 300

// InvitationsLeft returns how many people the school can still invite now.
func (p *People) InvitationsLeft(ctx context.Context, school roll.SchoolID) (int, error) {
	made, err := p.store.CountInvitations(ctx, school, p.clock().Add(-24*time.Hour))
	return max(0, MostInvitations-made), err
}

// Proposal is a person to invite.
type Proposal struct {
	// Email, Name and Role are the typed values.
	Email, Name, Role string
	// Number is the line of a list, 0 for a form.
	Number int
}

// Invitee is a parsed proposal. Problem is the message key of its fault, or empty.
type Invitee struct {
	Proposal
	Address string
	As      roll.Role
	Problem language.Key
}

// Read parses the proposals for the school and returns them in the same order, with their problems.
func (p *People) Read(ctx context.Context, school roll.SchoolID, proposals []Proposal) ([]Invitee, error) {
	members, err := p.store.PeopleOfSchool(ctx, school)
	if err != nil {
		return nil, err
	}
	taken := make(map[string]language.Key, len(members))
	for _, member := range members {
		taken[member.Email] = "people.problem.here"
	}
	invitees := make([]Invitee, len(proposals))
	for i, proposal := range proposals {
		invitees[i] = read(proposal, taken)
		if p.mail != nil || invitees[i].Problem != "" {
			continue
		}
		// An admin will pass on the link. Such a link cannot join an account whose address is not proven.
		entry, err := p.EntryOf(ctx, invitees[i].Address)
		if err != nil {
			return nil, err
		}
		if entry == EntryProven {
			invitees[i].Problem = "people.problem.unproven"
		}
	}
	return invitees, nil
}

func read(proposal Proposal, taken map[string]language.Key) Invitee {
	invitee := Invitee{Proposal: proposal}
	var isAddress, isRole bool
	invitee.Address, isAddress = auth.ParseEmail(proposal.Email)
	invitee.As, isRole = roll.ParseRole(proposal.Role)
	name, isName := roll.ParseCoverName(proposal.Name)
	invitee.Name = name
	switch {
	case !isAddress:
		invitee.Problem = "people.problem.address"
	case !isName && proposal.Name != "":
		invitee.Problem = "people.problem.name"
	case !isRole:
		invitee.Problem = "people.problem.role"
	default:
		invitee.Problem = taken[invitee.Address]
		taken[invitee.Address] = "people.problem.twice"
	}
	return invitee
}

// Handed is a link that was made. Secret is empty when the link was mailed.
type Handed struct {
	Email  string
	Secret string
	// Failed is true when the mail failed.
	Failed bool
}

// mailTime limits all mails of one press. The admin receives the links that were not mailed by then.
const mailTime = 25 * time.Second

// Invite makes an invitation for each invitee of a press. A repeated press makes the same ones, and mails them again.
// It returns roll.Stale when one of them was used, withdrawn or shown meanwhile, or when the press is older than
// roll.LinkMailedFor, and roll.Meaningless when the school has fewer than that left.
func (p *People) Invite(ctx context.Context, admin Admin, press roll.Token, invitees []Invitee) ([]Handed, error) {
	limited, cancel := context.WithTimeout(ctx, mailTime)
	defer cancel()
	if err := p.mayInvite(ctx, admin, press, invitees); err != nil {
		return nil, err
	}
	handed := make([]Handed, len(invitees))
	for i, invitee := range invitees {
		link := p.invitation(admin, invitee)
		secret, err := p.make(ctx, &link, press)
		if err != nil {
			return nil, err
		}
		p.record.Done(ctx, "invitation-made",
			events.About{By: admin.Person, School: admin.School.ID, Role: link.Role, After: link.Email + " " +
				string(link.Role)})
		if p.mailed(limited, link, secret, admin.School) {
			handed[i] = Handed{Email: link.Email}
			continue
		}
		if handed[i], err = p.handOver(ctx, link, secret); err != nil {
			return nil, err
		}
	}
	return handed, nil
}

func (p *People) invitation(admin Admin, invitee Invitee) roll.AccountLink {
	now := p.clock()
	return roll.AccountLink{
		Kind: roll.Invitation, Email: invitee.Address, Name: invitee.Name, School: admin.School.ID, Role: invitee.As,
		MadeBy: admin.Person, MadeAt: now, Ends: now.Add(roll.AccountLinkLasts),
	}
}

// mayInvite returns roll.Meaningless when the school has fewer invitations left. A repeated press makes none.
func (p *People) mayInvite(ctx context.Context, admin Admin, press roll.Token, invitees []Invitee) error {
	left, err := p.InvitationsLeft(ctx, admin.School.ID)
	if err != nil || len(invitees) <= left {
		return err
	}
	link := p.invitation(admin, invitees[0])
	p.secretOf(&link, press)
	if _, err := p.store.AccountLink(ctx, link.ID); roll.KindOf(err) != roll.NotFound {
		return err
	}
	return roll.Problem(roll.Meaningless, "people.problem.too_many")
}

// secretOf returns the link's secret, and sets its id.
func (p *People) secretOf(link *roll.AccountLink, press roll.Token) string {
	secret := p.tokens.LinkSecret(auth.AccountLink, press, string(link.Kind), link.Email, link.Name, string(link.School),
		string(link.Role))
	link.ID, _ = auth.LinkID[roll.AccountLinkID](auth.AccountLink, secret)
	return secret
}

// make stores the link, and returns its secret.
func (p *People) make(ctx context.Context, link *roll.AccountLink, press roll.Token) (string, error) {
	secret := p.secretOf(link, press)
	if err := p.store.AddAccountLink(ctx, *link); err != nil {
		return "", err
	}
	kept, err := p.store.AccountLink(ctx, link.ID)
	now := p.clock()
	switch {
	case err != nil:
	case !kept.Open(now):
		err = roll.Problem(roll.Stale, "people.problem.used")
	case now.Sub(kept.MadeAt) > roll.LinkMailedFor:
		err = roll.Problem(roll.Stale, "people.problem.shown")
	}
	return secret, err
}

// languages returns the languages for a mail to the address: that of its person, if it has one, and the school's.
func (p *People) languages(ctx context.Context, email string, school roll.School) [2]string {
	// A mail in another language is better than none.
	reader, _, _ := p.store.PersonByEmail(ctx, email)
	return [2]string{reader.Language, school.Language}
}

// mailed mails an invitation, and reports whether it was sent.
func (p *People) mailed(ctx context.Context, link roll.AccountLink, secret string, school roll.School) bool {
	if p.mail == nil {
		return false
	}
	by, _, err := p.store.Person(ctx, link.MadeBy)
	if err == nil {
		err = p.mail.send(ctx, link, secret, letter{school.Name, by.Name, p.languages(ctx, link.Email, school)})
	}
	if err != nil {
		p.record.Refused(ctx, "invitation-not-mailed", events.About{By: link.MadeBy, School: link.School, Err: err})
	}
	return err == nil
}

// handOver gives the link to the admin who made it. It records that first, because such a link does not prove
// the address, and is shown only once.
func (p *People) handOver(ctx context.Context, link roll.AccountLink, secret string) (Handed, error) {
	if err := p.store.HandOver(ctx, link.ID); err != nil {
		return Handed{}, err
	}
	return Handed{Email: link.Email, Secret: secret, Failed: p.mail != nil}, nil
}

// Withdraw ends an open invitation of the admin's school.
func (p *People) Withdraw(ctx context.Context, admin Admin, id roll.AccountLinkID) error {
	err := p.store.WithdrawInvitation(ctx, admin.School.ID, id, p.clock())
	return p.changed(ctx, "invitation-withdrawn", events.About{By: admin.Person, School: admin.School.ID}, err)
}

// NewLink makes a link with which a member of the admin's school chooses a new password. The password opens
// all schools of the person. If there is another school, the link is only mailed and never shown to the
// admin. It returns roll.NotFound, or roll.Meaningless for a member who may not have a link.
func (p *People) NewLink(ctx context.Context, admin Admin, press roll.Token, member roll.PersonID) (Handed, error) {
	members, err := p.store.PeopleOfSchool(ctx, admin.School.ID)
	if err != nil {
		return Handed{}, err
	}
	for _, one := range members {
		if one.Person == member {
			return p.newLink(ctx, admin, press, one)
		}
	}
	return Handed{}, roll.Problem(roll.NotFound, "problem.what.404")
}

func (p *People) newLink(ctx context.Context, admin Admin, press roll.Token,
	member roll.MemberOfSchool) (Handed, error) {
	switch {
	case member.Person == admin.Person:
		return Handed{}, roll.Problem(roll.Meaningless, "people.problem.own_password")
	case member.KeptOut || member.Disabled:
		return Handed{}, roll.Problem(roll.Meaningless, "people.problem.disabled")
	case member.Elsewhere && p.mail == nil:
		return Handed{}, roll.Problem(roll.Meaningless, "people.problem.elsewhere")
	}
	now := p.clock()
	link := roll.AccountLink{Kind: roll.NewPassword, Email: member.Email, MadeBy: admin.Person, MadeAt: now,
		Ends: now.Add(roll.PasswordLinkLasts)}
	if p.mail == nil {
		// The admin receives the link. It is valid while the person belongs to no other school.
		link.School = admin.School.ID
	}
	secret, err := p.make(ctx, &link, press)
	if err != nil {
		return Handed{}, err
	}
	p.record.Done(ctx, "password-link-made",
		events.About{Person: member.Person, By: admin.Person, School: admin.School.ID})
	if p.mail == nil {
		return p.handOver(ctx, link, secret)
	}
	if err := p.mail.send(ctx, link, secret, letter{languages: p.languages(ctx, link.Email, admin.School)}); err != nil {
		p.record.Refused(ctx, "password-link-not-sent",
			events.About{Person: member.Person, By: admin.Person, School: admin.School.ID, Err: err})
		return Handed{}, roll.Problem(roll.Unkept, "people.problem.not_mailed").Because(err)
	}
	return Handed{Email: link.Email}, nil
}
