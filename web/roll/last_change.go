package roll

import "time"

// LastChange is the newest change of a student's mark on a date.
type LastChange struct {
	Enrolment EnrolmentID
	Date      Date
	// From is the name of the status before, empty where there was none; To the name of the
	// one that was chosen, or found.
	From, To string
	// Observed is the time that the mark carries; it may be empty.
	Observed string
	At       time.Time
	// By is the person who chose it; zero where a reading of the day found it in the school system.
	By Actor
}
