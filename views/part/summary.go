package part

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// Summary tells what has become of the presses that a page or an answer is about.
// The zero value says nothing.
type Summary struct {
	// Problem says why a press was not accepted at all; empty when it was.
	Problem Problem
	// ProblemText replaces the words of Problem when it is not empty; it is used
	// where the reason has details, such as what the first save of a token did.
	ProblemText string
	// Today is the address of the roll of today, where the press was of a day that is over.
	Today string
	// Closed offers to press again all the same, on a day on which the school is closed.
	Closed bool
	// Saved are the statuses that were confirmed, one entry a save.
	Saved []SavedCount
	// Clock is the time at which they were confirmed, as Words.Clock writes it.
	Clock string
	// Stays are the statuses of somebody else that stay, because a question was answered so.
	Stays []SavedCount
	// Need are the students who need a person, those first that need one most.
	Need []Need
	// Kept are the statuses of those whose mark is not confirmed yet, and UnderWay counts them.
	Kept     []SavedCount
	UnderWay int
	// Trouble is true while the school system does not take marks as it should.
	Trouble bool
	// Held says why it does not.
	Held Held
	// Others is nil where nobody is left to mark, or nothing was saved.
	Others *Others
	// Change is the address of the page with the saved students ticked again; empty
	// offers no "Change these".
	Change string
	// Next is the class that is taken next; nil offers none.
	Next *Next
	// OneMark adds "Saving again today replaces these marks."
	OneMark bool
}

// SavedCount counts the students who were confirmed with one status.
type SavedCount struct {
	Students int
	Status   string
}

// Need is one student who needs a person. Name is shown with the link to the row.
type Need struct {
	Enrolment roll.EnrolmentID
	Name      string
	Outcome   roll.Outcome
	// Cell has the question of a Conflict.
	Cell Cell
}

// Next leads to the class that is taken next, or back to the classes when All rolls are taken.
type Next struct {
	Class, Address string
	All            int
}

// Others offers "Mark the other 25 Present": one press of its own, with its own token.
type Others struct {
	Save   roll.Token
	Status roll.Status
	// Students are not ticked and have no mark on the date; Versions, in the same order, are the
	// versions that the person is shown of them (field "seen").
	Students []roll.EnrolmentID
	Versions []int64
}

// Problem is the reason why a press was not accepted. Its words are in the catalogue as
// roll.problem.PROBLEM.
type Problem string

// The problems.
const (
	// NobodyTicked: pressed with nothing ticked (422).
	NobodyTicked Problem = "nobody_ticked"
	// NoStatus: pressed without a status (422).
	NoStatus Problem = "no_status"
	// TimeMalformed: the time is none, or does not exist on the date (422).
	TimeMalformed Problem = "time_malformed"
	// TimeAhead: the time is in the future (422).
	TimeAhead Problem = "time_ahead"
	// ReasonMissing: a past date needs a reason (422).
	ReasonMissing Problem = "reason_missing"
	// ReasonTooLong: more than 500 characters (422).
	ReasonTooLong Problem = "reason_too_long"
	// NoSuchDate: the form names no date that exists (400).
	NoSuchDate Problem = "no_such_date"
	// OtherDate: the page was made for a date that the person may not mark any more (409).
	OtherDate Problem = "other_date"
	// AlreadySent: the token was used for another press (409).
	AlreadySent Problem = "already_sent"
	// StatusGone: the school does not offer the status any more (422).
	StatusGone Problem = "status_gone"
	// NotOnList: a student is not on the class's list (422).
	NotOnList Problem = "not_on_list"
	// NotKept: it could not be kept anywhere (503).
	NotKept Problem = "not_kept"
	// Busy: the database was busy for too long; press again (503).
	Busy Problem = "busy"
	// Unreadable: the form was malformed (400).
	Unreadable Problem = "unreadable"
	// CoverEnded: the link with which the roll was taken is worth nothing any more (403).
	CoverEnded Problem = "cover_ended"
	// OtherPerson: somebody else signed in since the page was made (409).
	OtherPerson Problem = "other_person"
)

// ofForm reports whether the problem is gone as soon as the form is changed.
func (p Problem) ofForm() bool {
	switch p {
	case NobodyTicked, NoStatus, TimeMalformed, TimeAhead, ReasonMissing, ReasonTooLong, StatusGone:
		return true
	case NoSuchDate, OtherDate, AlreadySent, NotOnList, NotKept, Busy, Unreadable, CoverEnded, OtherPerson:
	}
	return false
}

// EveryQuestion stands in a decision for all the questions that its form shows.
const EveryQuestion = "all"

// manyQuestions reports whether the questions can be answered all at once: from three on, and arrivals from
// two on.
func manyQuestions(asked []Need) bool {
	few := slices.ContainsFunc(asked, func(need Need) bool { return need.Cell.Arrived == "" })
	return len(asked) > 2 || len(asked) > 1 && !few
}

// loud reports whether the summary stands above the list and takes the focus.
func (s *Summary) loud() bool { return s.Problem != "" || len(s.Need) > 0 }

// Asks reports whether the page asks a question with two answers.
func (s *Summary) Asks() bool { return len(s.questions()) > 0 }

// questions returns the students whose mark is in conflict.
func (s *Summary) questions() []Need {
	var asked []Need
	for _, need := range s.Need {
		if need.Outcome == roll.Conflict {
			asked = append(asked, need)
		}
	}
	return asked
}

// stopped counts the students whose mark the office must send.
func (s *Summary) stopped() int {
	stopped := 0
	for _, need := range s.Need {
		if need.Outcome == roll.Stopped {
			stopped++
		}
	}
	return stopped
}

// saved counts the students who were confirmed with any status.
func (s *Summary) saved() int {
	students := 0
	for _, one := range s.Saved {
		students += one.Students
	}
	return students
}

func (s *Summary) problem(w *language.Words) string {
	if s.ProblemText != "" {
		return s.ProblemText
	}
	return w.Text(language.PressProblemKeys.Of(string(s.Problem)))
}

// counted writes counts in words, such as "25 Present, 3 Absent".
func counted(w *language.Words, counts []SavedCount) string {
	parts := make([]string, len(counts))
	for i, one := range counts {
		parts[i] = w.Text("roll.counted", "Count", w.Number(one.Students), "Status", one.Status)
	}
	return strings.Join(parts, ", ")
}

// Sentence says what became of the save: the one live sentence of the page. It is empty while
// there is nothing to say.
func (s *Summary) Sentence(w *language.Words) string {
	var parts []string
	if len(s.Saved) > 0 {
		var key language.Key = "roll.saved"
		if s.UnderWay > 0 || len(s.Need) > 0 {
			key = "roll.saved_of_some"
		}
		parts = append(parts, w.Text(key, "Counts", counted(w, s.Saved), "Clock", s.Clock))
	}
	for _, one := range s.Stays {
		parts = append(parts, w.Text("roll.stays", "Count", w.Number(one.Students), "Status", one.Status))
	}
	if s.UnderWay > 0 {
		parts = append(parts, s.underWay(w))
	}
	if stopped := s.stopped(); stopped > 0 {
		parts = append(parts, w.Count("roll.count_stopped", stopped))
	}
	if need := len(s.Need) - s.stopped(); need > 0 {
		parts = append(parts, w.Count("roll.count_need_above", need))
	}
	return strings.Join(parts, " ")
}

// underWay says of the marks on their way whether they go now or are kept.
func (s *Summary) underWay(w *language.Words) string {
	switch {
	case s.Held != "":
		return s.Held.Count(w, s.UnderWay)
	case s.Trouble:
		return w.Count("roll.count_kept", s.UnderWay)
	}
	return w.Count("roll.count_leaves", s.UnderWay)
}

func (s *Summary) attributes(swap string) templ.Attributes {
	attributes := templ.Attributes{}
	if swap != "" {
		attributes["hx-swap-oob"] = swap
	}
	if s.loud() {
		attributes["class"] = "report"
		// A report that comes by itself takes no focus.
		if swap != "outerMorph" {
			attributes["autofocus"] = true
		}
		if s.Problem.ofForm() {
			attributes["data-form"] = true
		}
	}
	return attributes
}

func (n *Need) text(w *language.Words) string {
	return w.Text(language.NeedKeys.Of(string(n.Outcome)), "Name", n.Name)
}

// placed returns the attribute that puts an element of an answer in its place.
func placed(swap string) templ.Attributes {
	if swap == "" {
		return nil
	}
	return templ.Attributes{"hx-swap-oob": swap}
}

// fill writes a number and a status into a text whose places are written {m} and
// {other}, as the script does when ticks change.
func fill(text string, students int, status string) string {
	return strings.NewReplacer("{m}", strconv.Itoa(students), "{other}", status).Replace(text)
}

// done reports whether all of the save is in the school system.
func (s *Summary) done() bool { return s.UnderWay == 0 && len(s.Need) == 0 && len(s.Saved) > 0 }

// text names the next class.
func (n *Next) text(w *language.Words) string {
	if n.Class == "" {
		return w.Count("roll.all_taken", n.All)
	}
	return w.Text("roll.next", "Class", n.Class)
}
