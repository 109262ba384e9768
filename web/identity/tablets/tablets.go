package tablets

import (
	"context"
	"sync"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Tablets manages the tablets of schools. Make one with New.
type Tablets struct {
	store  *store.Store
	tokens *auth.Tokens
	clock  func() time.Time
	record *events.Record
	// wrong counts wrong codes by address.
	wrong *limits.Tries

	mu sync.Mutex
	// seen is the time of each tablet's last request to this process.
	seen map[roll.TabletID]time.Time
}

// New makes a Tablets on the store.
func New(store *store.Store, tokens *auth.Tokens, clock func() time.Time, record *events.Record) *Tablets {
	return &Tablets{
		store: store, tokens: tokens, clock: clock, record: record,
		wrong: limits.NewTries(limits.PairingCode), seen: make(map[roll.TabletID]time.Time),
	}
}

// Staff is a person who may manage the tablets of the school.
type Staff struct {
	Person roll.PersonID
	// Name is stored with their actions.
	Name   string
	School roll.SchoolID
}

// about describes what the person did to the tablet, with its new name if it has one.
func (s Staff) about(id roll.TabletID, name string) events.About {
	return events.About{Tablet: id, After: name, School: s.School, By: s.Person}
}

// check trims the name that staff chose for a tablet, and refuses an invalid choice with roll.Meaningless.
func check(choice roll.Tablet) (roll.Tablet, error) {
	name, ok := roll.ParseTabletName(choice.Name)
	if !ok {
		return choice, roll.Problem(roll.Meaningless, "tablets.problem.name")
	}
	if len(choice.Classes) == 0 || len(choice.Classes) > MostClasses {
		return choice, roll.Problem(roll.Meaningless, "tablets.problem.classes")
	}
	choice.Name = name
	return choice, nil
}

// MostClasses limits the classes of a tablet: as many as a corridor has doors.
const MostClasses = 12

// Of returns the school's tablets by name, and the codes that were tried again after their use.
func (t *Tablets) Of(ctx context.Context, school roll.SchoolID) ([]roll.Tablet, []roll.Pairing, error) {
	list, err := t.store.Tablets(ctx, school)
	if err != nil {
		return nil, nil, err
	}
	tried, err := t.store.PairingsTriedAgain(ctx, school)
	return list, tried, err
}

// Tablet returns the school's tablet with the id. It returns roll.NotFound also for another school's tablet.
func (t *Tablets) Tablet(ctx context.Context, school roll.SchoolID, id roll.TabletID) (roll.Tablet, error) {
	tablet, err := t.store.Tablet(ctx, id)
	if err == nil && tablet.School != school {
		err = roll.Problem(roll.NotFound, "problem.what.404")
	}
	return tablet, err
}

// Made is a code that staff made for a tablet.
type Made struct {
	Tablet roll.Tablet
	Code   string
	Ends   time.Time
}

// Add adds a tablet with the chosen name, mode, language, sounds and classes, and makes the code with which a device
// becomes it. It returns roll.Meaningless for an invalid choice, and roll.Stale for a repeated press, whose code was
// shown.
func (t *Tablets) Add(ctx context.Context, by Staff, press roll.Token, choice roll.Tablet) (Made, error) {
	choice, err := check(choice)
	if err != nil {
		return Made{}, err
	}
	tablet := t.chosen(by, press, choice)
	if err := t.add(ctx, by, tablet); err != nil {
		return Made{}, err
	}
	return t.code(ctx, by, press, tablet, roll.PairingLasts)
}

func (t *Tablets) add(ctx context.Context, by Staff, tablet roll.Tablet) error {
	return t.record.After(ctx, t.store.AddTablet(ctx, tablet), "tablet-added", by.about(tablet.ID, tablet.Name))
}

// chosen returns a new tablet of the school.
func (t *Tablets) chosen(by Staff, press roll.Token, choice roll.Tablet) roll.Tablet {
	choice.ID, choice.School, choice.MadeAt = t.tokens.TabletID(press), by.School, t.clock()
	return choice
}

// NewCode makes another code for the tablet. Using it refuses the previous device. It returns the errors of
// Tablet and of Add.
func (t *Tablets) NewCode(ctx context.Context, by Staff, press roll.Token, id roll.TabletID) (Made, error) {
	tablet, err := t.Tablet(ctx, by.School, id)
	if err != nil {
		return Made{}, err
	}
	return t.code(ctx, by, press, tablet, roll.PairingLasts)
}

func (t *Tablets) code(ctx context.Context, by Staff, press roll.Token, tablet roll.Tablet,
	lasts time.Duration) (Made, error) {
	code, now := t.tokens.PairingCode(string(press), string(tablet.ID)), t.clock()
	pairing := roll.Pairing{
		ID: t.tokens.PairingID(code), Tablet: tablet.ID, School: by.School, MadeBy: by.Name, MadeAt: now,
		Ends: now.Add(lasts),
	}
	if err := t.store.AddPairing(ctx, pairing); err != nil {
		return Made{}, err
	}
	t.record.Done(ctx, "tablet-code-made", by.about(tablet.ID, ""))
	return Made{Tablet: tablet, Code: code, Ends: pairing.Ends}, nil
}

// Change changes the name, mode, language, sounds and classes of the school's tablet, at once. It returns the errors of
// Tablet and of Add.
func (t *Tablets) Change(ctx context.Context, by Staff, id roll.TabletID, choice roll.Tablet) error {
	choice, err := check(choice)
	if err == nil {
		choice.ID, choice.School = id, by.School
		err = t.store.ChangeTablet(ctx, choice)
	}
	return t.record.After(ctx, err, "tablet-moved", by.about(id, choice.Name))
}

// Revoke refuses the school's tablet from now on. It returns roll.NotFound for a tablet that the school does
// not have.
func (t *Tablets) Revoke(ctx context.Context, by Staff, id roll.TabletID) error {
	return t.record.After(ctx, t.store.RevokeTablet(ctx, by.School, id, t.clock()), "tablet-revoked", by.about(id, ""))
}

// TurnedAway logs that a device's pass was refused.
func (t *Tablets) TurnedAway(ctx context.Context, tablet roll.TabletID, reason string) {
	t.record.Refused(ctx, "tablet-refused", events.About{Tablet: tablet, Reason: reason})
}
