package people

import (
	"cmp"
	"context"
	"fmt"

	"rollbook/web/events"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Post sends a message to people (notices.Mail).
type Post interface {
	Deliver(ctx context.Context, to []string, subject, text string) error
}

// Mail sends links to people by mail.
type Mail struct {
	post   Post
	words  *language.Catalogue
	paths  paths.Paths
	origin string
}

// NewMail makes a Mail on the post. Origin is the scheme and host of the public address: the host of a
// request is not trustworthy and must not appear in a mail.
func NewMail(post Post, words *language.Catalogue, links paths.Paths, origin string) *Mail {
	return &Mail{post: post, words: words, paths: links, origin: origin}
}

// letter has the texts of a mail with a link: the name of the link's school, and of the person who invites.
// Languages are the tags of the reader's and the school's language, each empty for none.
type letter struct {
	school, by string
	languages  [2]string
}

// send mails the link with the secret.
func (m *Mail) send(ctx context.Context, link roll.AccountLink, secret string, about letter) error {
	words := cmp.Or(m.words.In(about.languages[0]), m.words.In(about.languages[1]), m.words.English())
	var subject, text string
	switch link.Kind {
	case roll.FirstAdmin:
		return nil // the program prints this link when it starts, since there is no address yet
	case roll.Invitation:
		subject = words.Text("account_link.mail.invitation_subject", "School", about.school)
		text = words.Text("account_link.mail.invitation", "School", about.school, "Name", about.by)
	case roll.NewPassword:
		subject = words.Text("account_link.mail.password_subject")
		text = words.Text("account_link.mail.password")
	}
	text += "\n\n" + m.origin + m.paths.To(paths.AccountLink, secret)
	if err := m.post.Deliver(ctx, []string{link.Email}, subject, text); err != nil {
		return fmt.Errorf("mail a link: %w", err)
	}
	return nil
}

// TellFactors lets Run mail a change of the person's second factors to them. The catalogue has the words of the change.
func (p *People) TellFactors(ctx context.Context, person roll.Person, change string) {
	if p.mail == nil {
		return
	}
	if !p.queue(func(ctx context.Context) { _ = p.MailFactors(ctx, person, change) }) {
		p.record.Refused(ctx, "factor-not-mailed", events.About{Person: person.ID, Reason: "busy"})
	}
}

// MailFactors is TellFactors at once. Without a mail server it does nothing.
func (p *People) MailFactors(ctx context.Context, person roll.Person, change string) error {
	if p.mail == nil {
		return nil
	}
	words := cmp.Or(p.mail.words.In(person.Language), p.mail.words.English())
	text := words.Text(language.FactorMailKeys.Of(change)) + "\n\n" + words.Text("factor.mail.not_you")
	err := p.mail.post.Deliver(ctx, []string{person.Email}, words.Text("factor.mail.subject"), text)
	if err != nil {
		p.record.Refused(ctx, "factor-not-mailed", events.About{Person: person.ID, Err: err})
	}
	return err
}
