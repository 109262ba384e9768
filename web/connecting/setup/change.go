package setup

import (
	"context"
	"time"

	"rollbook/apiclient/discovery"
	"rollbook/web/roll"
)

// The limits of a search for all calls: its time, and its requests except those that read whole lists. A page
// waits for it.
const (
	findLimit    = 40 * time.Second
	findRequests = 60
)

// seeker finds calls for a draft.
type seeker struct {
	trier
	search *discovery.Search
}

// change changes the draft and stores it, if it does not contain the key. Changes of one school run one after
// the other, so that none overwrites another, and continue when the person leaves the page.
func (c *Connecting) change(ctx context.Context, school roll.School, how func(context.Context, *seeker) error) error {
	turn := c.turn(school.ID)
	turn.Lock()
	defer turn.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), findLimit)
	defer cancel()
	draft, err := c.Draft(ctx, school)
	if err != nil {
		return err
	}
	client, err := c.clients.Client(ctx, school)
	if err != nil {
		return err
	}
	now := c.clock()
	s := &seeker{
		trier:  trier{client: client, now: now, date: school.Today(now).String(), draft: &draft, code: school.Code},
		search: discovery.NewSearch(client.Look, findRequests),
	}
	if err := how(ctx, s); err != nil {
		return err
	}
	if text := written(draft.Mapping); client.Redact(text) != text {
		return ErrSecret
	}
	return c.keep(context.WithoutCancel(ctx), school, draft)
}
