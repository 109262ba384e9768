package roll

import "time"

// Proof is the evidence that a save's enrolment ids belong to the intended students. Without it a school's
// saves are not sent.
type Proof string

// The proofs.
const (
	// Unproven: saves are kept, and only guided marks are sent.
	Unproven Proof = ""
	// ProvenByDocument: the school's list has the document's own names for both numbers,
	// studentSemesterInfoId and studentId. One call at a time is in flight.
	ProvenByDocument Proof = "document"
	// ProvenByAnswer: as ProvenByDocument, and an answer has named all students sent by their ids.
	ProvenByAnswer Proof = "answer"
	// ProvenByMarks: guided marks of single students reached those students.
	ProvenByMarks Proof = "marks"
	// ProvenByAdmin: an admin confirmed the marks of a school that was connected before proofs were required.
	ProvenByAdmin Proof = "admin"
	// ConnectedBefore: the school was connected before proofs were required, or the fields of its students'
	// names have changed since its proof. Its admins are asked once.
	ConnectedBefore Proof = "before"
)

// Subject identifies the connection that a proof covers: the service's address and codes, and the numbers
// that mark students. It is a digest, and empty for an ordinary save.
type Subject string

// GuidedMark is a mark of a single student, made to prove a connection.
type GuidedMark struct {
	Save      Token
	Enrolment EnrolmentID
	Student   StudentID
	StatusID  StatusID
	Status    string
	Outcome   Outcome
	// Returned is the status as the school system returned it, empty before.
	Returned string
	Period   PeriodID
	MadeAt   time.Time
	By       string
	// Seen is the status that a person saw in the school system for the student.
	Seen SeenThere
}

// SeenThere is the answer of a person who looked up a guided mark in the school system.
type SeenThere string

// The answers.
const (
	// NotLookedUp: there is no answer yet.
	NotLookedUp SeenThere = ""
	// SeenRight: the student has the mark there.
	SeenRight SeenThere = "right"
	// SeenWrong: the student does not have it there.
	SeenWrong SeenThere = "wrong"
)

// Reached reports whether the service answered the mark with a status for the student. An answer for another
// student does not count.
func (m GuidedMark) Reached() bool { return m.Outcome.Returned() }

// named reports whether the answer named the student by the id in the list. An id that equals a number of the
// request (service document, section 4.1) does not count.
func (m GuidedMark) named() bool {
	return m.Student != 0 && int64(m.Student) != int64(m.Enrolment) && int64(m.Student) != int64(m.StatusID)
}

// Prove reports whether the marks prove their connection: one that a person looked up in the school system,
// or two of different students whose answers named them by their ids in the list. A mark found wrong
// disproves it.
func Prove(marks []GuidedMark) bool {
	lookedUp := false
	named := make(map[StudentID]bool)
	for _, mark := range marks {
		switch {
		case mark.Seen == SeenWrong:
			return false
		case !mark.Reached():
		case mark.Seen == SeenRight:
			lookedUp = true
		case mark.named():
			named[mark.Student] = true
		}
	}
	return lookedUp || len(named) >= 2
}

// OthersWindow is how long the first answer with other students is remembered. A second one within it pauses
// the school.
const OthersWindow = 10 * time.Minute

// OtherNamed is a student of the school's list whom an answer named although the student was not sent.
type OtherNamed struct {
	Student StudentID
	Date    Date
	Status  string
	// Instead is true when the answer named the student in place of one who was sent.
	Instead bool
	At      time.Time
	// Attempt is the answered request, Save its press, and Sent its marks.
	Attempt string
	Save    Token
	Sent    []Claimed
}

// ConnectionDecisionKind is the kind of a decision about a school's connection.
type ConnectionDecisionKind string

// The decisions.
const (
	// SwitchedOn: guided marks proved the connection.
	SwitchedOn ConnectionDecisionKind = "switched_on"
	// OthersAreRight: the students in the answers are the right ones.
	OthersAreRight ConnectionDecisionKind = "others_right"
	// MarksAreRight: marks of a school that was connected before proofs were required reach the right
	// students.
	MarksAreRight ConnectionDecisionKind = "marks_right"
)

// ConnectionDecision records an admin's decision about a school's connection, and its reason.
type ConnectionDecision struct {
	Kind   ConnectionDecisionKind
	By     Actor
	Reason string
	At     time.Time
}
