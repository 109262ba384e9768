package part

import (
	"strconv"

	"rollbook/web/roll"
)

// Change is the last change of a student's mark on a date: the two statuses, the person and the time. The
// page fetches earlier changes when a reader opens it.
type Change struct {
	Enrolment roll.EnrolmentID
	// From and To are the names of the statuses, To with its time if the mark carries one. Without a change
	// both are empty: only an empty element is rendered, for a later change.
	From, To string
	// About names the person and the time.
	About string
	// Address is the address of the student's history on the date, as a page and as a fragment.
	Address string
}

func (c *Change) place() string { return "h" + strconv.FormatInt(int64(c.Enrolment), 10) }
