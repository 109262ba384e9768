package desk

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// Signatures identifies people by a PIN on a shared device.
type Signatures struct {
	pins     *pins.PINs
	openings *session.Openings
}

// SignatureError refuses a press without a name and the right PIN. It wraps a roll.Error: Meaningless when
// something is missing, Forbidden for a wrong PIN.
type SignatureError struct {
	problem *roll.Error
	// OfName is true when the name is missing, not the PIN.
	OfName bool
}

// Error returns the text for the log.
func (e *SignatureError) Error() string { return "not signed: " + e.problem.Error() }

// Unwrap returns the error for people.
func (e *SignatureError) Unwrap() error { return e.problem }

func tabletOf(v *visit.Visit) pins.Tablet {
	return pins.Tablet{ID: string(v.Person.ID), School: v.School.ID}
}

// Sign identifies the person behind a press for the date, unless it is known. Fields: staff and pin; or
// opening, on a screen that was opened with a PIN. It returns a SignatureError, roll.Stale for another day
// than today, or an error of the database.
func (s *Signatures) Sign(v *visit.Visit, date roll.Date) error {
	if v.MaySave() {
		return nil
	}
	if date != v.Today() {
		// A tablet that slept overnight asks for no PIN, because the press could not be stored.
		return roll.Problem(roll.Stale, "roll.problem.other_date", "Date", date)
	}
	form := v.Request().PostForm
	name, pin, opening := form.Get("staff"), form.Get("pin"), form.Get("opening")
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
	v.Opening, err = s.openings.Sign(roll.TabletID(v.Person.ID), holder.Person, v.Now())
	return err
}

// goOn signs for the person who opened the screen.
func (s *Signatures) goOn(v *visit.Visit, opening string) error {
	ended := &SignatureError{problem: roll.Problem(roll.Forbidden, "pins.ended"), OfName: true}
	person, ok := s.openings.Read(opening, roll.TabletID(v.Person.ID), v.Now())
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

// Opened reports whether the requested page was opened with a PIN: by the previous request, or by the
// requesting page, whose address or form has its opening. People's own devices need none.
func (s *Signatures) Opened(v *visit.Visit) bool {
	if v.Opening == "" {
		text := v.Request().Form.Get("opening")
		if text == "" {
			text = s.openings.Take(v.Response(), v.Request())
		}
		if _, ok := s.openings.Read(text, roll.TabletID(v.Person.ID), v.Now()); ok {
			v.Opening = text
		}
	}
	return v.Opening != "" || v.MaySave()
}

// Person returns whose page it is: the visitor, or who opened a tablet's page with a PIN. It is empty for a tablet's
// page without a PIN.
func (s *Signatures) Person(v *visit.Visit) roll.PersonID {
	if v.MaySave() {
		return v.Person.ID
	}
	person, _ := s.openings.Read(v.Opening, roll.TabletID(v.Person.ID), v.Now())
	return person
}

// Carry passes the opening of this press's page, if any, to the page after the redirect.
func (s *Signatures) Carry(v *visit.Visit) {
	if v.Opening != "" {
		s.openings.Carry(v.Response(), v.Opening)
	}
}

// refusal returns the error for the person about the PIN.
func (s *Signatures) refusal(v *visit.Visit, cause error) error {
	var wrong *pins.WrongError
	var paused *pins.PausedError
	var locked *pins.LockedError
	var problem *roll.Error
	switch {
	case errors.Is(cause, pins.ErrNotPIN):
		problem = roll.Problem(roll.Meaningless, "pins.no_pin")
	case errors.As(cause, &wrong):
		problem = roll.Problem(roll.Forbidden, "pins.wrong", "Left", v.Words.Number(wrong.Left))
	case errors.As(cause, &locked):
		problem = roll.Problem(roll.Forbidden, "pins.locked")
	case errors.As(cause, &paused):
		now := v.Now()
		// Rounded up, so that a person who returns at the shown minute is admitted.
		until := paused.Until.Add(time.Minute - time.Nanosecond).Truncate(time.Minute)
		v.Response().Header().Set("Retry-After", strconv.Itoa(int(paused.Until.Sub(now).Seconds())+1))
		problem = roll.Problem(roll.Forbidden, "pins.paused", "Clock", v.DayAndClock(until, v.School.Today(now)))
	default:
		return cause
	}
	return &SignatureError{problem: problem.Because(cause)}
}

// Form returns the two fields, or nil when the person is known. Cause is the error of the last press. A
// screen that was opened with a PIN asks for no other.
func (s *Signatures) Form(v *visit.Visit, cause error) *part.Signing {
	if v.MaySave() {
		return nil
	}
	form := &part.Signing{Name: v.Request().PostForm.Get("staff")}
	if unsigned, ok := errors.AsType[*SignatureError](cause); ok {
		form.OfName, form.Problem = unsigned.OfName, unsigned.Sentence(v)
		return form
	}
	if cause == nil {
		form.Name = ""
	}
	form.Opening = cmp.Or(v.Opening, v.Request().PostForm.Get("opening"))
	return form
}

// Sentence explains the problem of the signature.
func (e *SignatureError) Sentence(v *visit.Visit) string {
	return v.Words.Text(e.problem.Message, e.problem.Values...)
}

// IsUnsigned reports whether a press was refused for its name or PIN.
func IsUnsigned(cause error) bool {
	var unsigned *SignatureError
	return errors.As(cause, &unsigned)
}
