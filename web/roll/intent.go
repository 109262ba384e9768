package roll

import "fmt"

// Check is the meaning of a time for the service (service document, section 4.1, checkInOrCheckOut). Empty is
// plain daily attendance.
type Check string

// The values of Check.
const (
	NoCheck    Check = ""
	CheckIn    Check = "in"
	CheckOut   Check = "out"
	CheckClear Check = "clear"
)

// ParseCheck reads a Check from a form. It returns false for anything else.
func ParseCheck(text string) (check Check, ok bool) {
	switch check = Check(text); check {
	case NoCheck, CheckIn, CheckOut, CheckClear:
		return check, true
	}
	return "", false
}

// Intent is the value that a person wants for a student on a date. Only this file compares and groups intents, and
// only the file of this name in store/saves stores them. All other code passes them on.
type Intent struct {
	Status Status
	// Check and CheckTime are sent with the status. Both are empty unless the school's settings define how a
	// time is sent.
	Check     Check
	CheckTime string
	// Observed is the time that the person gave, HH:MM with its offset ("08:45+01:00"); empty for none.
	// Waiting does not change it.
	Observed string
}

// Same reports whether both are the same to a person. The check is only their form for the service.
func (i Intent) Same(other Intent) bool {
	return i.Status.Is(other.Status) && i.Observed == other.Observed
}

// content distinguishes intents in Save.ContentHash.
func (i Intent) content() string {
	return fmt.Sprintf("%d %q %q %q", i.Status.ID, i.Check, i.CheckTime, i.Observed)
}

// Call is the part of an intent that the service takes once for all students of a call (service document, section
// 4.1).
type Call struct {
	Status    StatusID
	Check     Check
	CheckTime string
}

// Call returns the intent's part of a call. Students with equal ones share a call.
func (i Intent) Call() Call { return Call{i.Status.ID, i.Check, i.CheckTime} }

// WithCheckOf returns the intent with the other's check, which is sent first.
func (i Intent) WithCheckOf(earlier Intent) Intent {
	i.Check, i.CheckTime = earlier.Check, earlier.CheckTime
	return i
}
