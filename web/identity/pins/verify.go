package pins

import (
	"context"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/office/finder"
	"rollbook/web/roll"
)

// Tablet is the paired device on which a PIN is typed.
type Tablet struct {
	ID     string
	School roll.SchoolID
}

// named returns the people with the name in the school of the tablet. For an unknown name it returns one of
// 262,144 invented ids, so that made-up names create a limited number of rows.
func (p *PINs) named(ctx context.Context, school roll.SchoolID, name string) ([]roll.PersonID, error) {
	holders, err := p.store.PINHolders(ctx, school)
	if err != nil {
		return nil, err
	}
	folded := finder.Folded(name)
	var found []roll.PersonID
	for _, holder := range holders {
		if folded != "" && finder.Folded(holder.Name) == folded {
			found = append(found, holder.Person)
		}
	}
	if len(found) == 0 {
		found = []roll.PersonID{roll.PersonID(Nobody + mac(p.secrets[0], "nobody", string(school), folded)[:3])}
	}
	return found, nil
}

// Nobody is the prefix of the ids for unknown names. No person's id contains a space.
const Nobody = "nobody "

// Verify returns the person with the typed name and PIN, in the tablet's school. It ignores case, accents and
// spaces of the name. A right PIN clears the wrong ones of the person.
//
// It returns ErrNotPIN for text that cannot be a PIN, without counting it, *WrongError, *PausedError,
// *LockedError, roll.Unkept when too many wait, and errors of the store. It counts and refuses an unknown
// name, and that of a person who has no PIN, is disabled or has no role in the school, like a wrong PIN, and
// takes as long.
func (p *PINs) Verify(ctx context.Context, tablet Tablet, name, text string) (roll.PINHolder, error) {
	pin, err := Read(text)
	if err != nil {
		return roll.PINHolder{}, err
	}
	named, err := p.named(ctx, tablet.School, name)
	if err != nil {
		return roll.PINHolder{}, err
	}
	of := events.About{Person: named[0], School: tablet.School, Tablet: roll.TabletID(tablet.ID)}
	counted, err := p.counters.Count(ctx, tablet.counters(named), nil)
	if err != nil {
		return roll.PINHolder{}, err
	}
	if counted.Refused {
		of.Reason = "paused"
		p.record.Refused(ctx, "pin-refused", of)
		return roll.PINHolder{}, refusal(counted)
	}
	for _, person := range named {
		holder, right, err := p.compare(ctx, tablet, person, pin)
		if err != nil {
			return roll.PINHolder{}, err
		}
		if right {
			return holder, p.counters.TakeBack(ctx, counted, person)
		}
	}
	return roll.PINHolder{}, p.refuse(ctx, of, counted)
}

// Holder returns the person with the id, if they may still use the tablet with a PIN, or roll.NotFound.
func (p *PINs) Holder(ctx context.Context, tablet Tablet, person roll.PersonID) (roll.PINHolder, error) {
	holder, _, err := p.store.PIN(ctx, tablet.School, person)
	return holder, err
}

// compare compares the PIN with that of the person. The holder is empty for a person without one.
func (p *PINs) compare(ctx context.Context, tablet Tablet, person roll.PersonID,
	pin string) (holder roll.PINHolder, right bool, err error) {
	holder, stored, err := p.store.PIN(ctx, tablet.School, person)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return holder, false, err
	}
	key, hash := p.secrets.of(stored)
	limited, cancel := context.WithTimeout(ctx, hashTime)
	defer cancel()
	right, err = p.hasher.Verify(limited, secret(key, person, pin), hash, auth.First)
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

// refuse returns the error for a wrong PIN. It reports the pause or lock if this PIN started one.
func (p *PINs) refuse(ctx context.Context, of events.About, counted limits.Counted) error {
	of.Reason = "wrong"
	p.record.Refused(ctx, "pin-refused", of)
	err := refusal(counted)
	if err == nil {
		return &WrongError{Left: counted.Left}
	}
	of.Reason = ""
	event := events.Name("pin-paused")
	if counted.Wait == limits.Forever {
		event = "pin-locked"
	}
	p.record.Refused(ctx, event, of)
	return err
}
