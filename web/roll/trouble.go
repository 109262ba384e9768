package roll

import "time"

// DownAfter is the time for which a school's service may fail before its admins are told.
const DownAfter = 5 * time.Minute

// TroubleKind is something that a school's admins are told of.
type TroubleKind string

// The kinds.
const (
	// TroubleKey: the service refuses the school's key.
	TroubleKey TroubleKind = "key"
	// TroubleAddress: what answers is not the service of the school's settings.
	TroubleAddress TroubleKind = "address"
	// TroubleStudents: the service's answers named other students than those who were sent.
	TroubleStudents TroubleKind = "students"
	// TroubleDown: the service has not answered for five minutes.
	TroubleDown TroubleKind = "down"
	// TroubleStopped: marks waited too long, and somebody has to send them.
	TroubleStopped TroubleKind = "stopped"
)

// Trouble is one episode of a school that its admins are told of once.
type Trouble struct {
	School SchoolID
	Name   string
	Zone   *time.Location
	Kind   TroubleKind
	// Since tells when it began, and so one episode from the next.
	Since time.Time
	// Marks counts the marks that wait or have stopped.
	Marks int
}
