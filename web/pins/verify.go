package pins

import (
	"context"
	"errors"

	"rollbook/web/roll"
)

// Tablet names the tablet on which a PIN is typed: the id of a device that is paired with the school.
type Tablet struct {
	ID     string
	School roll.SchoolID
}

// longestPerson bounds what is counted as a person's id: what is longer is nobody's.
const longestPerson = 64

// counters returns the counters of a try, in the order of limits.
func (t Tablet) counters(person roll.PersonID) []roll.PINCounter {
	if len(person) > longestPerson {
		person = "nobody"
	}
	return []roll.PINCounter{
		{Place: "all of tablet " + t.ID},
		{Place: "school " + string(t.School), Person: person},
		{Place: "tablet " + t.ID, Person: person},
	}
}

// Verify tells who has the PIN, in the tablet's school. A right one clears the wrong ones of the
// person, and notes that they were at the tablet.
//
// The errors are ErrNotPIN for what cannot be one, which is not counted, *WrongError, *PausedError,
// a roll.Unkept where too many wait, and those of the store. A person who has no PIN, is disabled, has
// no role in the school or does not exist is counted, refused and takes as long as a wrong PIN.
func (p *PINs) Verify(ctx context.Context, tablet Tablet, person roll.PersonID, text string) (roll.PINHolder, error) {
	pin, err := Read(text)
	if err != nil {
		return roll.PINHolder{}, err
	}
	// Counted before the PIN is looked at: tries made at the same time cannot all pass on one
	// old count.
	judged, err := p.count(ctx, tablet, person)
	if err != nil {
		return roll.PINHolder{}, err
	}
	if judged.refused {
		p.say(ctx, Refused, about{person: person, school: tablet.School, tablet: tablet.ID, reason: "paused"})
		return roll.PINHolder{}, &PausedError{Until: judged.until}
	}
	holder, right, err := p.compare(ctx, tablet, person, pin)
	if err != nil {
		return roll.PINHolder{}, err
	}
	if !right {
		return roll.PINHolder{}, p.refuse(ctx, tablet, holder, judged)
	}
	return holder, p.succeed(ctx, tablet, person)
}

// count counts the try in advance.
func (p *PINs) count(ctx context.Context, tablet Tablet, person roll.PersonID) (judged verdict, err error) {
	now := p.clock().UTC()
	err = p.store.ChangePINTries(ctx, tablet.counters(person), func(before []roll.PINTries) []roll.PINTries {
		judged = count(before, now)
		return judged.counted
	})
	return judged, err
}

// compare compares the PIN with that of the person. The holder is empty for a person without one.
func (p *PINs) compare(ctx context.Context, tablet Tablet, person roll.PersonID, pin string) (holder roll.PINHolder, right bool, err error) {
	holder, stored, err := p.store.PIN(ctx, tablet.School, person)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return holder, false, err
	}
	key, hash := p.secrets.of(stored)
	limited, cancel := context.WithTimeout(ctx, hashTime)
	defer cancel()
	right, err = p.hasher.Verify(limited, secret(key, person, pin), hash, true)
	if err != nil {
		return holder, false, tooBusy(err)
	}
	if right = right && hash != ""; right && tag(key) != tag(p.secrets[0]) {
		err = p.renew(ctx, person, pin, stored)
	}
	return holder, right, err
}

// renew hashes a PIN with the newest key.
func (p *PINs) renew(ctx context.Context, person roll.PersonID, pin, before string) error {
	after, err := p.hash(ctx, person, pin)
	if err != nil {
		return err
	}
	return p.store.RenewPIN(ctx, person, before, after)
}

// refuse says why the PIN was not taken. A person who typed the last one before a pause is told of it.
func (p *PINs) refuse(ctx context.Context, tablet Tablet, holder roll.PINHolder, judged verdict) error {
	of := about{person: holder.Person, school: tablet.School, tablet: tablet.ID, reason: "wrong"}
	p.say(ctx, Refused, of)
	if judged.until.IsZero() {
		return &WrongError{Left: judged.left}
	}
	of.reason = ""
	p.say(ctx, Paused, of)
	return &PausedError{Until: judged.until}
}

func (p *PINs) succeed(ctx context.Context, tablet Tablet, person roll.PersonID) error {
	return errors.Join(
		p.store.ChangePINTries(ctx, tablet.counters(person), forgive),
		p.store.NotePINUse(ctx, tablet.ID, person, p.clock()),
	)
}
