package sender

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/saves"
)

// cuttableStore is a replica's connection to the database.
type cuttableStore struct {
	*store.Store
	mu      sync.Mutex
	isCut   bool
	options mutation
	// first are the schools as this process read them first.
	first map[roll.SchoolID]roll.School
}

// told returns the attempt as the process sees it.
func (c *cuttableStore) told(attempt roll.Attempt) roll.Attempt {
	if !c.options.oldSchool || attempt.At.ID == "" {
		return attempt
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first == nil {
		c.first = make(map[roll.SchoolID]roll.School)
	}
	if _, known := c.first[attempt.School]; !known {
		c.first[attempt.School] = attempt.At
	}
	attempt.At = c.first[attempt.School]
	return attempt
}

var errCut = errors.New("this process was killed")

func (c *cuttableStore) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isCut = true
}

func (c *cuttableStore) alive() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isCut {
		return errCut
	}
	return nil
}

// Claim claims unless the process was killed.
func (c *cuttableStore) Claim(ctx context.Context, school roll.SchoolID, token roll.Token, timing roll.Timing, terms saves.Terms) (roll.Attempt, bool, error) {
	if err := c.alive(); err != nil {
		return roll.Attempt{}, false, err
	}
	if c.options.noLease {
		timing.Lease = time.Second
	}
	attempt, ok, err := c.Store.Claim(ctx, school, token, timing, terms)
	return c.told(attempt), ok, err
}

// AcceptAndClaim stores the press, and claims as Claim does; a press reaches only a running process.
func (c *cuttableStore) AcceptAndClaim(ctx context.Context, zone *time.Location, claiming saves.Claiming, saves ...roll.Save) ([]roll.Acceptance, []roll.Attempt, error) {
	if c.options.noLease {
		claiming.Timing.Lease = time.Second
	}
	if c.options.noSeen {
		for i := range saves {
			saves[i].Rows = slices.Clone(saves[i].Rows)
			for j, row := range saves[i].Rows {
				marks, err := c.Marks(ctx, saves[i].School, saves[i].Date, []roll.EnrolmentID{row.Enrolment})
				if err != nil {
					return nil, nil, err
				}
				saves[i].Rows[j].Seen = marks[row.Enrolment].Version
			}
		}
	}
	accepted, attempts, err := c.Store.AcceptAndClaim(ctx, zone, claiming, saves...)
	for i := range attempts {
		attempts[i] = c.told(attempts[i])
	}
	return accepted, attempts, err
}

// CloseAttempt closes unless the process was killed.
func (c *cuttableStore) CloseAttempt(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing saves.Closing) (bool, error) {
	if err := c.alive(); err != nil {
		return false, err
	}
	return c.Store.CloseAttempt(ctx, attempt, c.misdated(reply), c.mutated(closing))
}

// misdated is the reply as if its sending had started now.
func (c *cuttableStore) misdated(reply roll.Reply) roll.Reply {
	if c.options.anyAnswer && reply.State == roll.Answered {
		reply.SentAt = time.Now()
	}
	return reply
}

// CloseAndClaim closes and claims unless the process was killed.
func (c *cuttableStore) CloseAndClaim(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing saves.Closing, following saves.Following) (bool, roll.Attempt, error) {
	if err := c.alive(); err != nil {
		return false, roll.Attempt{}, err
	}
	if c.options.noLease {
		moved, err := c.Store.CloseAttempt(ctx, attempt, reply, c.mutated(closing))
		return moved, roll.Attempt{}, err
	}
	return c.Store.CloseAndClaim(ctx, attempt, c.misdated(reply), c.mutated(closing), following)
}

func (c *cuttableStore) mutated(closing saves.Closing) saves.Closing {
	switch {
	case c.options.noRepetition:
		return func(p roll.Progress, by roll.Attempted) roll.Progress {
			p.UnknownAt = time.Time{}
			return closing(p, by)
		}
	case c.options.noHead:
		return func(p roll.Progress, by roll.Attempted) roll.Progress {
			by.Version = p.Version
			return closing(p, by)
		}
	}
	return closing
}

// PauseKey pauses unless the process was killed.
func (c *cuttableStore) PauseKey(ctx context.Context, school roll.SchoolID, claimedAt time.Time, after time.Duration) error {
	if err := c.alive(); err != nil {
		return err
	}
	return c.Store.PauseKey(ctx, school, claimedAt, after)
}

// Pause pauses unless the process was killed.
func (c *cuttableStore) Pause(ctx context.Context, school roll.SchoolID, reason roll.Pause, after time.Duration) error {
	if err := c.alive(); err != nil {
		return err
	}
	return c.Store.Pause(ctx, school, reason, after)
}

// NoteOthers records the students that an answer named, unless the process was killed.
func (c *cuttableStore) NoteOthers(ctx context.Context, attempt roll.Attempt, others []roll.Item, instead bool) (bool, error) {
	if err := c.alive(); err != nil {
		return false, err
	}
	if c.options.noPause {
		return false, nil
	}
	if c.options.noGuidedPause {
		attempt.Save = "another"
	}
	return c.Store.NoteOthers(ctx, attempt, others, instead)
}

// Suspect suspects unless the process was killed.
func (c *cuttableStore) Suspect(ctx context.Context, attempt roll.Attempt) (roll.Search, error) {
	if err := c.alive(); err != nil {
		return roll.Search{}, err
	}
	search, err := c.Store.Suspect(ctx, attempt)
	if c.options.noAnswer || c.options.noAskingAgain && !search.AnsweredAt.IsZero() {
		search.AnsweredAt = attempt.ClaimedAt
	}
	return search, err
}

// AdvanceSearches advances unless the process was killed.
func (c *cuttableStore) AdvanceSearches(ctx context.Context) ([]roll.SchoolID, error) {
	if err := c.alive(); err != nil {
		return nil, err
	}
	return c.Store.AdvanceSearches(ctx)
}

// GiveUpSearch gives up unless the process was killed.
func (c *cuttableStore) GiveUpSearch(ctx context.Context, school roll.SchoolID) error {
	if err := c.alive(); err != nil {
		return err
	}
	return c.Store.GiveUpSearch(ctx, school)
}
