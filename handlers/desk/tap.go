package desk

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// Tap handles the taps of the form, for the requested roll: the press of a tablet for students, in the
// tablet's own name. It does not wait for the outcome: the tile shows "In" only once there is one. It returns
// the errors of submission.Submissions.Accept, and roll.Forbidden for any other visitor.
//
// Fields: tap (the tablet's name for the press), and in, "enrolment:seen:milliseconds" for each student.
// Without the milliseconds one student taps now.
func (d *Desk) Tap(v *visit.Visit, requested visit.Query) ([]roll.Acceptance, error) {
	if !v.Mode.Taps() {
		return nil, roll.Problem(roll.Forbidden, "problem.what.denied")
	}
	form := v.Request().PostForm
	press := submission.Press{
		Period: requested.Period, Class: requested.Class, Date: requested.Date,
		Seen: make(map[roll.EnrolmentID]int64), Taps: make(map[roll.EnrolmentID]time.Time),
	}
	err := readTaps(form["in"], v.Now(), &press)
	if err == nil && form.Get("date") == "" {
		err = roll.ErrDate
	}
	if err == nil {
		err = d.nameTaps(v, form.Get("tap"), &press)
	}
	if err != nil {
		return nil, unread(err)
	}
	press.Generation = v.PageGeneration()
	if err := d.open(v, press); err != nil {
		return nil, err
	}
	return d.saving.Accept(v.Ctx, v.School, v.Actor(), press)
}

// RefusedTaps parses refused taps for the office's list. Fields: tap and in, as for Tap; date; name, the
// class's name; and reason.
func (d *Desk) RefusedTaps(v *visit.Visit) ([]roll.RefusedMark, error) {
	form := v.Request().PostForm
	press := submission.Press{Seen: make(map[roll.EnrolmentID]int64), Taps: make(map[roll.EnrolmentID]time.Time)}
	date, err := roll.ParseDate(form.Get("date"))
	if err == nil {
		err = readTaps(form["in"], v.Now(), &press)
	}
	if err == nil {
		_, err = d.tokens.TapTokens(form.Get("tap"), v.School.ID)
	}
	if err != nil {
		return nil, unread(err)
	}
	taps := make([]roll.RefusedMark, len(press.Enrolments))
	for i, enrolment := range press.Enrolments {
		taps[i] = roll.RefusedMark{
			Press: form.Get("tap"), Enrolment: enrolment, Generation: v.PageGeneration(), Tablet: v.Person.Name,
			Class: form.Get("name"), Date: date, TappedAt: press.Taps[enrolment],
			Reason: roll.ParseTapRefusal(form.Get("reason")),
		}
	}
	return taps, nil
}

// tapRefusals are the reasons for refusing taps, by the problem of their press.
var tapRefusals = map[roll.MessageKey]roll.TapRefusal{
	"roll.problem.not_on_list": roll.TapNotOnList, "taps.problem.no_status": roll.TapNoStatus,
	"roll.problem.closed": roll.TapClosed, "roll.problem.closed_for": roll.TapClosed,
	"roll.problem.time_ahead": roll.TapOtherTime, "roll.problem.date_future": roll.TapOtherTime,
	"roll.problem.date_too_old": roll.TapOtherTime, "roll.problem.other_date": roll.TapOtherTime,
}

// TapRefusalOf returns the reason for refusing the taps of a press.
func TapRefusalOf(cause error) roll.TapRefusal {
	var problem *roll.Error
	if !errors.As(cause, &problem) {
		return roll.TapOther
	}
	return cmp.Or(tapRefusals[problem.Message], roll.TapOther)
}

// unread returns roll.Malformed for fields that no page of ours sends. It does not change an error that has a
// kind.
func unread(cause error) error {
	if _, ok := errors.AsType[*roll.Error](cause); ok {
		return cause
	}
	return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(cause)
}

// nameTaps finds the token of the press. Repeated taps keep their first token and status, even after a change
// of the key or the rule.
func (d *Desk) nameTaps(v *visit.Visit, own string, press *submission.Press) error {
	tokens, err := d.tokens.TapTokens(own, v.School.ID)
	if err != nil {
		return err
	}
	press.Save = tokens[0]
	for _, token := range tokens {
		switch first, err := d.store.Save(v.Ctx, v.School.ID, token); {
		case err == nil:
			press.Save, press.Status = token, first.Status.ID
			return nil
		case roll.KindOf(err) != roll.NotFound:
			return err
		}
	}
	return nil
}

// readTaps parses "enrolment:seen:milliseconds", each student once.
func readTaps(texts []string, now time.Time, press *submission.Press) error {
	for _, text := range texts {
		parts := strings.Split(text, ":")
		if len(parts) != 2 && len(parts) != 3 {
			return roll.ErrIdentifier
		}
		if err := ReadSeen([]string{parts[0] + ":" + parts[1]}, press.Seen); err != nil {
			return err
		}
		at := now
		if len(parts) == 3 {
			number, err := strconv.ParseInt(parts[2], 10, 64)
			if err != nil || number <= 0 {
				return roll.ErrIdentifier
			}
			at = time.UnixMilli(number)
		}
		enrolment, err := roll.ParseEnrolmentID(parts[0])
		if err != nil {
			return err
		}
		if _, again := press.Taps[enrolment]; again {
			return roll.ErrIdentifier
		}
		press.Taps[enrolment], press.Enrolments = at, append(press.Enrolments, enrolment)
	}
	return nil
}

// KeptRoll parses, for the office's list, a roll that a tablet kept and that can no longer be saved. Fields:
// save, the token of its press; date; name, the class's name; at, the time of the roll, in milliseconds;
// reason; and mark, "enrolment:status" for each student, with the status's name.
func (d *Desk) KeptRoll(v *visit.Visit) ([]roll.RefusedMark, error) {
	form := v.Request().PostForm
	press := form.Get("save")
	date, err := roll.ParseDate(form.Get("date"))
	milliseconds, wrong := strconv.ParseInt(form.Get("at"), 10, 64)
	if err == nil && (wrong != nil || press == "" || len(form["mark"]) == 0) {
		err = roll.ErrIdentifier
	}
	if err != nil {
		return nil, unread(err)
	}
	generation := v.School.Generation
	if generation > 1 {
		// For a page from when the device was another tablet the generation is unknown: 0.
		generation, _ = v.Generation(roll.Token(press))
	}
	marks := make([]roll.RefusedMark, len(form["mark"]))
	for i, mark := range form["mark"] {
		id, status, _ := strings.Cut(mark, ":")
		marks[i] = roll.RefusedMark{
			Press: press, Generation: generation, Tablet: v.Person.Name, Class: form.Get("name"), Date: date, Status: status,
			TappedAt: time.UnixMilli(milliseconds), Reason: roll.ParseTapRefusal(form.Get("reason")),
		}
		if marks[i].Enrolment, err = roll.ParseEnrolmentID(id); err != nil {
			return nil, unread(err)
		}
	}
	return marks, nil
}
