package desk

import (
	"errors"
	"strconv"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/pins"
	"rollbook/web/roll"
)

// Signatures has people say who they are, with a PIN, where the device belongs to nobody.
type Signatures struct {
	pins  *pins.PINs
	clock func() time.Time
}

// NewSignatures returns the signatures that ask for the PINs.
func NewSignatures(pins *pins.PINs, clock func() time.Time) *Signatures {
	return &Signatures{pins: pins, clock: clock}
}

// SignatureError refuses a press without a name and the right PIN. It wraps a roll.Error: Meaningless
// where something is missing, Forbidden where the PIN is wrong.
type SignatureError struct {
	problem *roll.Error
	// OfName tells that the name is missing, and not the PIN.
	OfName bool
}

// Error returns the text for the log.
func (e *SignatureError) Error() string { return "not signed: " + e.problem.Error() }

// Unwrap returns the error for people.
func (e *SignatureError) Unwrap() error { return e.problem }

func tabletOf(v *visit.Visit) pins.Tablet {
	return pins.Tablet{ID: string(v.Person.ID), School: v.School.ID}
}

// Sign names who makes a press for the date, by its fields staff and pin, where that is not known yet.
// The error is a SignatureError, a roll.Stale for another day than today, or one of the database.
func (s *Signatures) Sign(v *visit.Visit, date roll.Date) error {
	if v.MaySave() {
		return nil
	}
	if date != v.School.Today(s.clock()) {
		// A tablet that slept overnight asks for no PIN: the press could not be kept.
		return roll.Problem(roll.Stale, "roll.problem.other_date", "Date", date)
	}
	staff, err := web.Single(v.Request().PostForm, "staff")
	if err != nil {
		return err
	}
	pin, err := web.Single(v.Request().PostForm, "pin")
	if err != nil {
		return err
	}
	if staff == "" {
		return &SignatureError{problem: roll.Problem(roll.Meaningless, "pins.no_name"), OfName: true}
	}
	holder, err := s.pins.Verify(v.Ctx, tabletOf(v), roll.PersonID(staff), pin)
	if err != nil {
		return s.refusal(v, err)
	}
	if !auth.Can(holder.Role, auth.TakeRoll) {
		return &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.not_yours")}
	}
	v.Sign(holder)
	return nil
}

// refusal says what is wrong with the PIN.
func (s *Signatures) refusal(v *visit.Visit, cause error) error {
	var wrong *pins.WrongError
	var paused *pins.PausedError
	switch {
	case errors.Is(cause, pins.ErrNotPIN):
		return &SignatureError{problem: roll.Problem(roll.Meaningless, "pins.no_pin").Because(cause)}
	case errors.As(cause, &wrong):
		return &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.wrong", "Left", v.Words.Number(wrong.Left)).Because(cause)}
	case errors.As(cause, &paused):
		now := s.clock()
		// A person who comes back at the minute on the clock is let in.
		until := paused.Until.Add(time.Minute - time.Nanosecond).Truncate(time.Minute)
		v.Response().Header().Set("Retry-After", strconv.Itoa(int(paused.Until.Sub(now).Seconds())+1))
		return &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.paused", "Clock", v.DayAndClock(until, v.School.Today(now))).Because(cause)}
	}
	return cause
}

// Form returns the two fields; nil where it is known who makes a request. chosen is the id of the name
// that stays chosen, cause the error of the last press.
func (s *Signatures) Form(v *visit.Visit, chosen roll.PersonID, cause error) (*part.Signing, error) {
	if v.MaySave() {
		return nil, nil
	}
	holders, err := s.pins.Holders(v.Ctx, tabletOf(v))
	if err != nil {
		return nil, err
	}
	form := new(part.Signing)
	for _, holder := range holders {
		if auth.Can(holder.Role, auth.TakeRoll) {
			form.Staff = append(form.Staff, part.Signer{ID: string(holder.Person), Name: holder.Name, Chosen: holder.Person == chosen})
		}
	}
	var unsigned *SignatureError
	if errors.As(cause, &unsigned) {
		form.OfName, form.Problem = unsigned.OfName, v.Words.Text(unsigned.problem.Message, unsigned.problem.Values...)
	}
	return form, nil
}

// Chosen returns the id of the name with which a press was made; it stays chosen for the next.
func Chosen(v *visit.Visit) roll.PersonID { return roll.PersonID(v.Request().PostForm.Get("staff")) }

// IsUnsigned tells whether a press was refused for want of a name and a PIN.
func IsUnsigned(cause error) bool {
	var unsigned *SignatureError
	return errors.As(cause, &unsigned)
}
