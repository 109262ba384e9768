package desk

import (
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

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
