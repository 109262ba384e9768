package apiclient

import (
	"context"
	"fmt"
)

// Place is what the placeholders of a path stand for; what a path does not name may be empty.
type Place struct {
	// Period and Class are ids as the service gave them, Date is YYYY-MM-DD.
	Period, Class, Date string
}

// Question is one reading call that is asked to find out how a service answers.
type Question struct {
	// Path may hold a query and the placeholders of [Call].
	Path  string
	Place Place
	// Parameters are set in the query besides, as name and value.
	Parameters [][2]string
}

// Look is one answer as it came. What it shows to people holds no key; Document is what was answered,
// unredacted: before any of it is shown it goes through [Client.Redact].
type Look struct {
	Exchange Exchange
	// Shown is the answer for people: of JSON its first 64 KiB indented, lists shortened to their first
	// items and long texts to their beginnings; at most 8 KiB.
	Shown string
	// Document is the answer decoded, its numbers as json.Number.
	Document any
	// LinksOn tells that a Link header leads to a next page (RFC 8288).
	LinksOn bool
}

// Look asks once (GET) and repeats nothing. Its errors are of type *[Error]; a Look beside an error
// still shows what was asked and answered.
func (c *Client) Look(ctx context.Context, call string, q Question) (Look, error) {
	target := fill(q.Path, placeholders{period: q.Place.Period, class: q.Place.Class, date: q.Place.Date})
	for _, parameter := range q.Parameters {
		target = withParameter(target, parameter[0], parameter[1])
	}
	if err := checkTarget(target); err != nil {
		return Look{}, &Error{Kind: NotSent, Reason: ReasonRequest, Call: call, cause: err}
	}
	reply, err := c.getOnce(ctx, call, target)
	look := Look{Exchange: reply.exchange, Shown: c.redactor.pretty(reply.body), LinksOn: nextLink(reply.header.Values("Link")) != ""}
	if err != nil {
		return look, err
	}
	if look.Document, err = decode(reply.body); err != nil {
		return look, reply.unreadable(call, "the answer cannot be read", c.redactor.err(err))
	}
	return look, nil
}

// Redact takes the key out of text that came from the service.
func (c *Client) Redact(text string) string { return c.redactor.text(text) }

// CheckPath tells whether a path with placeholders can be asked for: under the base address, and with
// placeholders that mean something.
func CheckPath(path string) error {
	if err := checkPath(path, []string{placeholderPeriod, placeholderClass, placeholderDate}, nil); err != nil {
		return fmt.Errorf("%w: %w", ErrMapping, err)
	}
	return nil
}
