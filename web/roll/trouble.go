package roll

import "time"

// DownAfter is how long a school's service may fail before its admins get a message.
const DownAfter = 5 * time.Minute

// TroubleKind is a kind of trouble that Rollbook reports to a school's admins.
type TroubleKind string

// The kinds.
const (
	// TroubleKey: the service refuses the school's key.
	TroubleKey TroubleKind = "key"
	// TroubleAddress: the address in the settings does not answer like the service.
	TroubleAddress TroubleKind = "address"
	// TroubleStudents: the service's answers named students who were not sent.
	TroubleStudents TroubleKind = "students"
	// TroubleDown: the service has not answered for five minutes.
	TroubleDown TroubleKind = "down"
	// TroubleStopped: marks waited too long, and a person must send them.
	TroubleStopped TroubleKind = "stopped"
)

// Trouble is one episode of trouble at a school. Its admins get one message about it.
type Trouble struct {
	School SchoolID
	Name   string
	Zone   *time.Location
	Kind   TroubleKind
	// Since is when it began. It distinguishes episodes.
	Since time.Time
	// Marks counts the waiting or stopped marks.
	Marks int
}
