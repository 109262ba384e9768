package roll

import "time"

// Proof is the ground on which a school's saves may be sent: the number that a save sends for
// a student is known to be that student's enrolment.
type Proof string

// The proofs.
const (
	// Unproven: saves are kept, and only guided marks are sent.
	Unproven Proof = ""
	// ProvenByDocument: the school's list carries the document's own names for both
	// numbers, studentSemesterInfoId and studentId. One call at a time is in flight.
	ProvenByDocument Proof = "document"
	// ProvenByAnswer: so does it, and an answer has named all who were sent by their numbers.
	ProvenByAnswer Proof = "answer"
	// ProvenByMarks: guided marks of single students reached those students.
	ProvenByMarks Proof = "marks"
	// ProvenByAdmin: an admin of a school that was connected before proofs were asked for
	// said that its marks are right.
	ProvenByAdmin Proof = "admin"
	// ConnectedBefore: the school was connected before proofs were asked for, or the fields of its students'
	// names have changed since its proof. Its admins are asked once.
	ConnectedBefore Proof = "before"
)

// Subject names what a proof was given for: where and as whom the service is asked, and by
// which of its numbers students are marked. It is a digest, and empty for an ordinary save.
type Subject string

// GuidedMark is a mark of a single student that was made to prove a connection.
type GuidedMark struct {
	Save      Token
	Enrolment EnrolmentID
	Student   StudentID
	StatusID  StatusID
	Status    string
	Outcome   Outcome
	// Returned is the status as the school system returned it, empty until then.
	Returned string
	Period   PeriodID
	MadeAt   time.Time
	By       string
	// Seen tells what a person saw in the school system for the student.
	Seen SeenThere
}

// SeenThere is the answer of a person who looked a guided mark up in the school system.
type SeenThere string

// The answers.
const (
	// NotLookedUp: nobody has said so far.
	NotLookedUp SeenThere = ""
	// SeenRight: the student has the mark there.
	SeenRight SeenThere = "right"
	// SeenWrong: the student does not have it there.
	SeenWrong SeenThere = "wrong"
)

// Reached tells whether the service answered the mark with a status for the student. An
// answer that named somebody else never leads there.
func (m GuidedMark) Reached() bool { return m.Outcome.Returned() }

// named tells whether the answer named the student by the number of the list. One that repeats a number
// of the request (service document, section 4.1) names nobody.
func (m GuidedMark) named() bool {
	return m.Student != 0 && int64(m.Student) != int64(m.Enrolment) && int64(m.Student) != int64(m.StatusID)
}

// Prove tells whether the marks prove the connection that they were made by: one that a
// person looked up in the school system, or two of different students whose answers named
// them by the numbers of the list. One that was found wrong disproves it.
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

// OthersWindow is the time for which the first answer that names other students is
// remembered: a second one within it pauses the school.
const OthersWindow = 10 * time.Minute

// OtherNamed is a student of the school's list whom an answer named without having been
// asked for.
type OtherNamed struct {
	Student StudentID
	Date    Date
	Status  string
	// Instead is true where the answer named the student in place of one who was sent.
	Instead bool
	At      time.Time
	// Attempt is the request whose answer it was, Save the press that it was made for, and
	// Sent the marks that it carried.
	Attempt string
	Save    Token
	Sent    []Claimed
}

// ConnectionDecisionKind names a decision about a school's connection.
type ConnectionDecisionKind string

// The decisions.
const (
	// SwitchedOn: guided marks proved the connection.
	SwitchedOn ConnectionDecisionKind = "switched_on"
	// OthersAreRight: the students whom answers named are the right ones.
	OthersAreRight ConnectionDecisionKind = "others_right"
	// MarksAreRight: marks of a school that was connected before proofs were asked for
	// reach the right students.
	MarksAreRight ConnectionDecisionKind = "marks_right"
)

// ConnectionDecision records an admin's decision about a school's connection, and its reason.
type ConnectionDecision struct {
	Kind   ConnectionDecisionKind
	By     Actor
	Reason string
	At     time.Time
}
