package roll

// Role is what a person may do in one school.
type Role string

// The roles, from the least to the most that one may do.
const (
	// Covering takes the roll of one class on one date, by a link and with a typed name. It
	// belongs to no account.
	Covering Role = "cover"
	// Teacher takes the roll of today.
	Teacher Role = "teacher"
	// Office corrects and completes any date within the school's limit.
	Office Role = "office"
	// Admin does what the office does, and sees to the connection.
	Admin Role = "admin"
)

// rank orders the roles by what they may do; 0 for no role.
func (r Role) rank() int {
	switch r {
	case Covering:
		return 1
	case Teacher:
		return 2
	case Office:
		return 3
	case Admin:
		return 4
	}
	return 0
}

// Includes tells whether the role may do all that the other one may.
func (r Role) Includes(other Role) bool { return r.rank() >= other.rank() }

// Corrects tells whether the role marks earlier dates too, and has the last word on a mark.
func (r Role) Corrects() bool { return r.Includes(Office) }

// ParseRole reads the name of a role that an account can have; ok is false for anything else.
func ParseRole(text string) (role Role, ok bool) {
	switch role = Role(text); role {
	case Teacher, Office, Admin:
		return role, true
	case Covering:
	}
	return "", false
}

// Person is somebody who signs in.
type Person struct {
	ID    PersonID
	Email string
	Name  string
	// Disabled people cannot sign in, and their sessions end with their next request.
	Disabled bool
	// SingleKeys is false when the person switched single-letter keys off (WCAG 2.1.4).
	SingleKeys bool
	// Others remembers, per person, "and the other 25 Present".
	Others bool
	// Epoch counts what ends sessions: a new password, being disabled.
	Epoch int64
}

// Membership is a person's role in a school.
type Membership struct {
	School     SchoolID
	SchoolName string
	Role       Role
}
