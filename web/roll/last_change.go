package roll

import "time"

// LastChange is the newest change of a student's mark on a date.
type LastChange struct {
	Enrolment EnrolmentID
	Date      Date
	// From is the name of the status before, or empty. To is the name of the chosen or found status.
	From, To string
	// Observed is the time of the mark. It may be empty.
	Observed string
	At       time.Time
	// By is the person who chose the status; zero when reading the day found it in the school system.
	By Actor
}
