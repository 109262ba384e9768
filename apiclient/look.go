package apiclient

import (
	"context"
	"net/http"

	"rollbook/apiclient/document"
)

// Look is one answer of the service. Exchange and Shown are for people and do not contain the key. Document
// is unredacted: pass it through [Client.Redact] before showing any of it.
type Look struct {
	Exchange Exchange
	// Shown is the answer for people, at most 8 KiB. For JSON it is the first 64 KiB, indented, with lists
	// cut to their first items and long texts to their beginnings.
	Shown string
	// Document is the decoded answer, completed by [document.Complete], with numbers as json.Number.
	Document any
	// Answer is the page, for reading the signs of its list's length. Its Items are not filled yet. It is
	// unredacted too.
	Answer document.Answer
}

// Look sends one GET, and a second one only after a short wait that the service asks for. Call and target are
// those of [Client.Read]. An answer without content (204) has no Document. Its errors are of type *[Error]; a Look
// returned with an error still shows request and answer.
func (c *Client) Look(ctx context.Context, call, target string) (Look, error) {
	if err := CheckTarget(target); err != nil {
		return Look{}, &Error{Kind: NotSent, Reason: ReasonRequest, Call: call, cause: err}
	}
	reply, err := c.readWhenAsked(ctx, call, target)
	look := Look{Exchange: reply.Exchange, Shown: c.redactor.shown(reply.Body)}
	if err != nil {
		return look, err
	}
	if reply.status == http.StatusNoContent {
		return look, nil
	}
	decoded, err := document.Decode(reply.Body)
	if err != nil {
		return look, c.Unreadable(reply, call, "the answer cannot be read", err)
	}
	look.Document = document.Complete(decoded)
	look.Answer = reply.Answer(look.Document)
	return look, nil
}

// Answer returns the reply with its decoded and completed body, for reading the signs of its list's length.
func (r Reply) Answer(body any) document.Answer {
	return document.Answer{Body: body, Status: r.status, Header: r.header, Next: r.NextLink()}
}

// Redact removes the key from text that came from the service.
func (c *Client) Redact(text string) string { return c.redactor.text(text) }

// The limits of the parts of an answer that a [Look] shows, in bytes.
const (
	maxLooked = 64 << 10
	maxShown  = 8 << 10
)

// shown writes a body for people. It removes the key before and after, since JSON can spell it in several
// ways.
func (r redactor) shown(body []byte) string {
	body = document.WithoutByteOrderMark(body)
	cut := len(body) > maxLooked
	text, _ := r.cut(string(body[:min(len(body), maxLooked)]), maxLooked, cut)
	shown, isJSON := document.Shown(text)
	if !isJSON {
		text, _ = r.cut(text, maxShown, cut)
		return text
	}
	text, cut = r.cut(shown, maxShown, false)
	if cut {
		text += "\n..."
	}
	return text
}
