package desk

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// Signatures has people say who they are, with a PIN, where the device belongs to nobody.
type Signatures struct {
	pins     *pins.PINs
	openings *session.Openings
	clock    func() time.Time
}

// NewSignatures returns the signatures that ask for the PINs.
func NewSignatures(pins *pins.PINs, openings *session.Openings, clock func() time.Time) *Signatures {
	return &Signatures{pins: pins, openings: openings, clock: clock}
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

// Sign notes which person makes a press for the date, unless that is known. Fields: staff and pin; or opening,
// which a screen has that was opened by a PIN.
// The error is a SignatureError, a roll.Stale for another day than today, or one of the database.
func (s *Signatures) Sign(v *visit.Visit, date roll.Date) error {
	if v.MaySave() {
		return nil
	}
	if date != v.School.Today(s.clock()) {
		// A tablet that slept overnight asks for no PIN: the press could not be kept.
		return roll.Problem(roll.Stale, "roll.problem.other_date", "Date", date)
	}
	form := edge.FieldsOf(v.Request().PostForm)
	name, pin, opening := form.Text("staff"), form.Text("pin"), form.Text("opening")
	if err := form.Err(); err != nil {
		return err
	}
	if opening != "" {
		return s.goOn(v, opening)
	}
	if strings.TrimSpace(name) == "" {
		return &SignatureError{problem: roll.Problem(roll.Meaningless, "pins.no_name"), OfName: true}
	}
	holder, err := s.pins.Verify(v.Ctx, tabletOf(v), name, pin)
	if err != nil {
		return s.refusal(v, err)
	}
	if err := sign(v, holder); err != nil {
		return err
	}
	v.Opening, err = s.openings.Sign(roll.TabletID(v.Person.ID), holder.Person, s.clock())
	return err
}

// goOn signs for the person who opened the screen.
func (s *Signatures) goOn(v *visit.Visit, opening string) error {
	ended := &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.ended"), OfName: true}
	person, ok := s.openings.Read(opening, roll.TabletID(v.Person.ID), s.clock())
	if !ok {
		return ended
	}
	holder, err := s.pins.Holder(v.Ctx, tabletOf(v), person)
	if roll.KindOf(err) == roll.NotFound {
		return ended
	}
	if err != nil {
		return err
	}
	v.Opening = opening
	return sign(v, holder)
}

func sign(v *visit.Visit, holder roll.PINHolder) error {
	if !auth.Can(holder.Role, auth.TakeRoll) {
		return &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.not_yours")}
	}
	v.Sign(holder)
	return nil
}

// Opened reports whether the page that the visit asks for was opened with a PIN: by the request before, or by
// the page that asks, which names its opening. People's own devices need none.
func (s *Signatures) Opened(v *visit.Visit) bool {
	if v.Opening == "" {
		text := v.QueryParam("opening")
		if text == "" {
			text = s.openings.Take(v.Response(), v.Request())
		}
		if _, ok := s.openings.Read(text, roll.TabletID(v.Person.ID), s.clock()); ok {
			v.Opening = text
		}
	}
	return v.Opening != "" || v.MaySave()
}

// Carry opens the page that the answer leads to, where this press was made on one that was opened.
func (s *Signatures) Carry(v *visit.Visit) {
	if v.Opening != "" {
		s.openings.Carry(v.Response(), v.Opening)
	}
}

// refusal says what is wrong with the PIN.
func (s *Signatures) refusal(v *visit.Visit, cause error) error {
	var wrong *pins.WrongError
	var paused *pins.PausedError
	var locked *pins.LockedError
	switch {
	case errors.Is(cause, pins.ErrNotPIN):
		return &SignatureError{problem: roll.Problem(roll.Meaningless, "pins.no_pin").Because(cause)}
	case errors.As(cause, &wrong):
		return &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.wrong", "Left", v.Words.Number(wrong.Left)).Because(cause)}
	case errors.As(cause, &locked):
		return &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.locked").Because(cause)}
	case errors.As(cause, &paused):
		now := s.clock()
		// A person who comes back at the minute on the clock is let in.
		until := paused.Until.Add(time.Minute - time.Nanosecond).Truncate(time.Minute)
		v.Response().Header().Set("Retry-After", strconv.Itoa(int(paused.Until.Sub(now).Seconds())+1))
		return &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.paused", "Clock", v.DayAndClock(until, v.School.Today(now))).Because(cause)}
	}
	return cause
}

// Form returns the two fields; nil where it is known who makes a request. cause is the error of the last
// press. On a screen that was opened with a PIN, no press asks for another.
func (s *Signatures) Form(v *visit.Visit, cause error) *part.Signing {
	if v.MaySave() {
		return nil
	}
	form := &part.Signing{Name: v.Request().PostForm.Get("staff")}
	var unsigned *SignatureError
	if errors.As(cause, &unsigned) {
		form.OfName, form.Problem = unsigned.OfName, unsigned.Sentence(v)
		return form
	}
	if cause == nil {
		form.Name = ""
	}
	form.Opening = cmp.Or(v.Opening, v.Request().PostForm.Get("opening"))
	return form
}

// Sentence says what is wrong with the signature.
func (e *SignatureError) Sentence(v *visit.Visit) string {
	return v.Words.Text(e.problem.Message, e.problem.Values...)
}

// IsUnsigned reports whether a press was refused for want of a name and a PIN.
func IsUnsigned(cause error) bool {
	var unsigned *SignatureError
	return errors.As(cause, &unsigned)
}
