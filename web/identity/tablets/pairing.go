package tablets

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rollbook/web/events"
	"rollbook/web/roll"
)

// TooOftenError answers a wrong code where there were too many before.
type TooOftenError struct{ Wait time.Duration }

// Error says how long to wait.
func (e *TooOftenError) Error() string { return fmt.Sprintf("too many wrong codes, wait %s", e.Wait) }

// UseCode pairs a device by the code that was typed on it, which asks from the address. A device
// that presses twice is the same tablet twice. The errors
// are a roll.NotFound for every code that is not right now, and a *TooOftenError for such a one
// after many.
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
		return roll.Tablet{}, t.wrongCode(ctx, events.About{Tablet: tablet.ID, School: tablet.School, Reason: reasonUsedCode}, address)
	}
	if err != nil {
		return roll.Tablet{}, err
	}
	t.record.Done(ctx, Paired, events.About{Tablet: tablet.ID, School: tablet.School})
	return tablet, nil
}

// everybody is the client for which the wrong codes of all are counted.
const everybody = "all"

func (t *Tablets) wrongCode(ctx context.Context, of events.About, address string) error {
	t.record.Refused(ctx, PairingRefused, of)
	now := t.clock()
	if wait := max(t.wrong.Wait(address, now), t.wrongOfAll.Wait(everybody, now)); wait > 0 {
		return &TooOftenError{Wait: wait}
	}
	t.wrong.Count(address, now)
	t.wrongOfAll.Count(everybody, now)
	return roll.Problem(roll.NotFound, "pair.problem.wrong")
}

// Shown is a code that a device shows to staff.
type Shown struct {
	Code string
	// Number is the number that staff compare.
	Number string
	Ends   time.Time
	// Approved tells that staff let the device in: Finish pairs it.
	Approved bool
}

// Ask makes a code for the device to show, which asks from the address. One that is open stays.
func (t *Tablets) Ask(ctx context.Context, device, address string) error {
	if _, open, err := t.Shown(ctx, device); err != nil || open {
		return err
	}
	now, hash := t.clock().Truncate(time.Millisecond), t.tokens.DeviceHash(device)
	code := t.shownCode(hash, now)
	err := t.store.AddPairing(ctx, roll.Pairing{
		ID: t.tokens.PairingID(code), Device: hash, Number: t.tokens.PairingNumber(code), Address: address, MadeAt: now, Ends: now.Add(roll.PairingLasts),
	})
	if err == nil {
		t.record.Done(ctx, PairingAsked, events.About{})
	}
	return err
}

// shownCode is the code that the device with the hash shows since the instant.
func (t *Tablets) shownCode(hash string, since time.Time) string {
	return t.tokens.PairingCode(hash, strconv.FormatInt(since.UnixMilli(), 10))
}

// Shown is the code that the device shows; open is false where there is none, or none any more.
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
	// After a change of the server's key the code is another one.
	open = pairing.Open(t.clock()) && t.tokens.PairingID(code) == pairing.ID
	return Shown{Code: code, Number: pairing.Number, Ends: pairing.Ends, Approved: pairing.Approved()}, open, nil
}

// Finish pairs the device that staff approved, once. Where they did not, the error is a
// roll.NotFound.
func (t *Tablets) Finish(ctx context.Context, device string) (roll.Tablet, error) {
	tablet, err := t.store.PairDevice(ctx, t.tokens.DeviceHash(device), t.clock())
	if err == nil {
		t.record.Done(ctx, Paired, events.About{Tablet: tablet.ID, School: tablet.School})
	}
	return tablet, err
}

// Asking is the pairing of a device that shows the code that staff typed. Every code that no device
// shows now, another school's included, is a roll.NotFound.
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

// Approve lets the device in that shows the code, as a new tablet. Staff confirmed to see the number
// on it; the error of another number is a roll.Meaningless. The other errors are those of Asking
// and of Add.
func (t *Tablets) Approve(ctx context.Context, by Staff, press roll.Token, typed, number string, choice Choice) error {
	_, asking, err := t.Asking(ctx, typed)
	if err != nil {
		return err
	}
	if choice, err = choice.check(); err != nil {
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
	if err == nil {
		t.record.Done(ctx, PairingApproved, events.About{Tablet: tablet.ID, School: by.School, By: by.Person})
	}
	return err
}

// Refuse turns the device away that shows the code. The errors are those of Asking.
func (t *Tablets) Refuse(ctx context.Context, by Staff, typed string) error {
	_, asking, err := t.Asking(ctx, typed)
	if err != nil {
		return err
	}
	if err := t.store.RefusePairing(ctx, asking.ID, t.clock()); err != nil {
		return err
	}
	t.record.Refused(ctx, PairingRefused, events.About{School: by.School, By: by.Person, Reason: reasonByStaff})
	return nil
}
