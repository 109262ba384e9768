package tablets

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

// TooOftenError is returned for a wrong code after too many others.
type TooOftenError struct{ Wait time.Duration }

// Error returns the wait as text.
func (e *TooOftenError) Error() string { return fmt.Sprintf("too many wrong codes, wait %s", e.Wait) }

// UseCode pairs a device with the code that was typed on it. Address is the device's network address. A
// device that presses twice becomes the same tablet. It returns roll.NotFound for every code that is not
// valid now, or *TooOftenError after many of them.
func (t *Tablets) UseCode(ctx context.Context, typed, device, address string) (roll.Tablet, error) {
	now := t.clock()
	code, ok := roll.ParsePairingCode(typed)
	if !ok {
		return roll.Tablet{}, t.wrongCode(ctx, events.About{Reason: reasonWrongCode}, address)
	}
	id := t.tokens.PairingID(code)
	tablet, err := t.store.PairByCode(ctx, id, t.tokens.DeviceHash(device), now)
	if roll.KindOf(err) == roll.NotFound {
		return roll.Tablet{}, t.wrongCode(ctx, events.About{Reason: reasonWrongCode}, address)
	}
	if roll.KindOf(err) == roll.Stale {
		if err := t.store.NotePairingTried(ctx, id, address, now); err != nil {
			return roll.Tablet{}, err
		}
		return roll.Tablet{}, t.wrongCode(ctx, events.About{Tablet: tablet.ID, School: tablet.School, Reason: reasonUsedCode},
			address)
	}
	if err != nil {
		return roll.Tablet{}, err
	}
	t.record.Done(ctx, "tablet-paired", events.About{Tablet: tablet.ID, School: tablet.School})
	return tablet, nil
}

func (t *Tablets) wrongCode(ctx context.Context, of events.About, address string) error {
	t.record.Refused(ctx, "tablet-pairing-refused", of)
	if wait := t.wrong.Count(limits.Network(address), t.clock()); wait > 0 {
		return &TooOftenError{Wait: wait}
	}
	return roll.Problem(roll.NotFound, "pair.problem.wrong")
}

// Shown is a code that a device shows to staff.
type Shown struct {
	Code string
	// Number is the number that staff compare.
	Number string
	Ends   time.Time
	// Approved is true when staff approved the device. Finish then pairs it.
	Approved bool
}

// Ask makes a code for the device to show. Address is the device's network address. It keeps an open code.
func (t *Tablets) Ask(ctx context.Context, device, address string) error {
	if _, open, err := t.Shown(ctx, device); err != nil || open {
		return err
	}
	now, hash := t.clock().Truncate(time.Millisecond), t.tokens.DeviceHash(device)
	code := t.shownCode(hash, now)
	err := t.store.AddPairing(ctx, roll.Pairing{
		ID: t.tokens.PairingID(code), Device: hash, Number: t.tokens.PairingNumber(code), Address: address, MadeAt: now,
		Ends: now.Add(roll.PairingLasts),
	})
	if roll.KindOf(err) == roll.Stale {
		// The device asked twice at once.
		return nil
	}
	return t.record.After(ctx, err, "tablet-pairing-asked", events.About{})
}

// shownCode returns the code that the device with the hash shows since the instant.
func (t *Tablets) shownCode(hash string, since time.Time) string {
	return t.tokens.PairingCode(hash, strconv.FormatInt(since.UnixMilli(), 10))
}

// Shown returns the code that the device shows, or false when there is none that is still valid.
func (t *Tablets) Shown(ctx context.Context, device string) (shown Shown, open bool, err error) {
	hash := t.tokens.DeviceHash(device)
	pairing, err := t.store.PairingOfDevice(ctx, hash)
	if roll.KindOf(err) == roll.NotFound {
		return Shown{}, false, nil
	}
	if err != nil {
		return Shown{}, false, err
	}
	code := t.shownCode(hash, pairing.MadeAt)
	// After a change of the server's key the code is different.
	open = pairing.Open(t.clock()) && t.tokens.PairingID(code) == pairing.ID
	return Shown{Code: code, Number: pairing.Number, Ends: pairing.Ends, Approved: pairing.Approved()}, open, nil
}

// Finish pairs a device that staff approved, once. Without approval it returns roll.NotFound.
func (t *Tablets) Finish(ctx context.Context, device string) (roll.Tablet, error) {
	tablet, err := t.store.PairDevice(ctx, t.tokens.DeviceHash(device), t.clock())
	return tablet, t.record.After(ctx, err, "tablet-paired", events.About{Tablet: tablet.ID, School: tablet.School})
}

// Asking returns the pairing of the device that shows the typed code. It returns roll.NotFound for every
// other code, including another school's.
func (t *Tablets) Asking(ctx context.Context, typed string) (code string, asking roll.Pairing, err error) {
	unknown := roll.Problem(roll.NotFound, "tablets.problem.no_such_code")
	code, ok := roll.ParsePairingCode(typed)
	if !ok {
		return "", asking, unknown
	}
	asking, err = t.store.Pairing(ctx, t.tokens.PairingID(code))
	if roll.KindOf(err) == roll.NotFound {
		return "", asking, unknown
	}
	if err == nil && (asking.Device == "" || asking.Approved() || !asking.Open(t.clock())) {
		return "", roll.Pairing{}, unknown
	}
	return code, asking, err
}

// Approve makes the device that shows the code a new tablet. Staff confirm the number on the device; another
// number is roll.Meaningless. It also returns the errors of Asking and of Add.
func (t *Tablets) Approve(ctx context.Context, by Staff, press roll.Token, typed, number string,
	choice roll.Tablet) error {
	_, asking, err := t.Asking(ctx, typed)
	if err != nil {
		return err
	}
	if choice, err = check(choice); err != nil {
		return err
	}
	if number != asking.Number {
		return roll.Problem(roll.Meaningless, "tablets.problem.number")
	}
	tablet := t.chosen(by, press, choice)
	err = t.store.ApprovePairing(ctx, asking.ID, tablet, by.Name, t.clock())
	if roll.KindOf(err) == roll.NotFound {
		err = roll.Problem(roll.NotFound, "tablets.problem.no_such_code")
	}
	return t.record.After(ctx, err, "tablet-pairing-approved", by.about(tablet.ID, tablet.Name))
}

// Refuse refuses the device that shows the code. It returns the errors of Asking.
func (t *Tablets) Refuse(ctx context.Context, by Staff, typed string) error {
	_, asking, err := t.Asking(ctx, typed)
	if err != nil {
		return err
	}
	if err := t.store.RefusePairing(ctx, asking.ID, t.clock()); err != nil {
		return err
	}
	t.record.Refused(ctx, "tablet-pairing-refused", events.About{School: by.School, By: by.Person, Reason: reasonByStaff})
	return nil
}
