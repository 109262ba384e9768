package apiclient

import (
	"context"

	"rollbook/apiclient/document"
)

// Look is one answer as it came. The parts for people hold no key; Document is the answer unredacted:
// before any of it is shown it goes through [Client.Redact].
type Look struct {
	Exchange Exchange
	// Shown is the answer for people: of JSON its first 64 KiB indented, lists shortened to their first
	// items and long texts to their beginnings; at most 8 KiB.
	Shown string
	// Document is the answer decoded, its numbers as json.Number, and completed ([document.Complete]).
	Document any
	// Answer is the page for reading what it says of its list; its Items are not found yet. It is unredacted too.
	Answer document.Answer
}

// Look asks once (GET), and again only after a short wait that the service asks for; call and target are as for [Client.Read]. Its errors are of
// type *[Error]; a Look beside an error still shows what was asked and answered.
func (c *Client) Look(ctx context.Context, call, target string) (Look, error) {
	if err := CheckTarget(target); err != nil {
		return Look{}, &Error{Kind: NotSent, Reason: ReasonRequest, Call: call, cause: err}
	}
	reply, err := c.readWhenAsked(ctx, call, target)
	look := Look{Exchange: reply.Exchange, Shown: c.redactor.shown(reply.Body)}
	if err != nil {
		return look, err
	}
	decoded, err := document.Decode(reply.Body)
	if err != nil {
		return look, c.Unreadable(reply, call, "the answer cannot be read", err)
	}
	look.Document = document.Complete(decoded)
	look.Answer = reply.Answer(look.Document)
	return look, nil
}

// Answer is the reply with its body decoded and completed, for reading what it says of its list.
func (r Reply) Answer(body any) document.Answer {
	return document.Answer{Body: body, Status: r.status, Header: r.header, Next: r.NextLink()}
}

// Redact takes the key out of text that came from the service.
func (c *Client) Redact(text string) string { return c.redactor.text(text) }

// The most that a [Look] shows of an answer, in bytes.
const (
	maxLooked = 64 << 10
	maxShown  = 8 << 10
)

// shown writes a body for people. The key is taken out before and after, since JSON can spell it in more
// ways than one.
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
