package part

import (
	"strconv"

	"github.com/a-h/templ"

	"rollbook/web/roll"
)

// Change is the last change of a student's mark on a date: from what to what, who made it,
// and when. The changes before it are fetched where somebody opens it.
type Change struct {
	Enrolment roll.EnrolmentID
	// From and To are the names of the statuses, To with the time that it carries. Both are empty
	// where nothing changed: only the place of what may yet change is drawn.
	From, To string
	// About says who made it and when.
	About string
	// Address is the student's history on the date, as a page and as a part of one.
	Address string
	// Answer is true in the answer to a save, which puts the change in the place of the one
	// before.
	Answer bool
}

func (c *Change) place() string { return "h" + strconv.FormatInt(int64(c.Enrolment), 10) }

// swap puts the change in the place of the one before.
func (c *Change) swap() templ.Attributes {
	if c.Answer {
		return templ.Attributes{"hx-swap-oob": "true"}
	}
	return nil
}
