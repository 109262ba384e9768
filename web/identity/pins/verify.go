package pins

import (
	"context"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/office/finder"
	"rollbook/web/roll"
)

// Tablet is the paired device on which a PIN is typed.
type Tablet struct {
	ID     string
	School roll.SchoolID
}

// places returns the places of a name's counters, in the order of limits.
func (t Tablet) places() []string {
	day, all := locking(t.School)
	return []string{day, all, "tablet " + t.ID}
}

// locking returns the places of the counters that lock a name in the school.
func locking(school roll.SchoolID) (day, all string) {
	return "day " + string(school), "all " + string(school)
}

// counters returns the counters of a try, in turn for each person with the name.
func (t Tablet) counters(named []roll.PersonID) []roll.Counter {
	var counters []roll.Counter
	for _, person := range named {
		for _, place := range t.places() {
			counters = append(counters, roll.Counter{Place: place, Person: person})
		}
	}
	return counters
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
	// Count before checking the PIN, so that simultaneous tries cannot all pass on one old count.
	judged, err := p.count(ctx, tablet, named)
	if err != nil {
		return roll.PINHolder{}, err
	}
	if judged.refused {
		of.Reason = "paused"
		p.record.Refused(ctx, "pin-refused", of)
		return roll.PINHolder{}, judged.refusal()
	}
	for place, person := range named {
		holder, right, err := p.compare(ctx, tablet, person, pin)
		if err != nil {
			return roll.PINHolder{}, err
		}
		if right {
			return holder, p.store.ChangeTries(ctx, tablet.counters(named),
				func(before []roll.Tries) []roll.Tries { return forgive(before, place) })
		}
	}
	return roll.PINHolder{}, p.refuse(ctx, of, judged)
}

// Holder returns the person with the id, if they may still use the tablet with a PIN, or roll.NotFound.
func (p *PINs) Holder(ctx context.Context, tablet Tablet, person roll.PersonID) (roll.PINHolder, error) {
	holder, _, err := p.store.PIN(ctx, tablet.School, person)
	return holder, err
}

// count counts the try in advance.
func (p *PINs) count(ctx context.Context, tablet Tablet, named []roll.PersonID) (judged verdict, err error) {
	now := p.clock().UTC()
	err = p.store.ChangeTries(ctx, tablet.counters(named), func(before []roll.Tries) []roll.Tries {
		judged = count(before, now)
		return judged.counted
	})
	return judged, err
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

// refusal returns the error of a try whose PIN is not checked.
func (v verdict) refusal() error {
	if v.locked {
		return &LockedError{}
	}
	return &PausedError{Until: v.until}
}

// refuse returns the error for a wrong PIN. It reports the pause or lock if this PIN started one.
func (p *PINs) refuse(ctx context.Context, of events.About, judged verdict) error {
	of.Reason = "wrong"
	p.record.Refused(ctx, "pin-refused", of)
	if judged.until.IsZero() && !judged.locked {
		return &WrongError{Left: judged.left}
	}
	of.Reason = ""
	p.record.Refused(ctx, map[bool]events.Name{false: "pin-paused", true: "pin-locked"}[judged.locked], of)
	return judged.refusal()
}
