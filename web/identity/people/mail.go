package people

import (
	"context"
	"fmt"

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
	words  *language.Words
	paths  paths.Paths
	origin string
}

// NewMail makes a Mail on the post. Origin is the scheme and host of the public address: the host of a
// request is not trustworthy and must not appear in a mail.
func NewMail(post Post, words *language.Words, links paths.Paths, origin string) *Mail {
	return &Mail{post: post, words: words, paths: links, origin: origin}
}

// send mails the link with the secret. School is the name of the link's school, and by that of who invites.
func (m *Mail) send(ctx context.Context, link roll.AccountLink, secret, school, by string) error {
	var subject, text string
	switch link.Kind {
	case roll.FirstAdmin:
		return nil // the program prints this link when it starts, since there is no address yet
	case roll.Invitation:
		subject = m.words.Text("account_link.mail.invitation_subject", "School", school)
		text = m.words.Text("account_link.mail.invitation", "School", school, "Name", by)
	case roll.NewPassword:
		subject = m.words.Text("account_link.mail.password_subject")
		text = m.words.Text("account_link.mail.password")
	}
	text += "\n\n" + m.origin + m.paths.AccountLink(secret)
	if err := m.post.Deliver(ctx, []string{link.Email}, subject, text); err != nil {
		return fmt.Errorf("mail a link: %w", err)
	}
	return nil
}
