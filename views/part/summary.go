package part

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// Summary describes the results of the presses on a page. The zero value is empty.
type Summary struct {
	// Problem is the reason why Rollbook refused a press; empty if it accepted it.
	Problem Problem
	// ProblemText, if not empty, replaces the words of Problem. Handlers set it where the reason has details,
	// such as the result of the token's first save.
	ProblemText string
	// Today is the address of today's roll, if the press was for a past day.
	Today string
	// Closed offers to press again on a day when the school is closed.
	Closed bool
	// Saved lists the confirmed statuses, one entry per save.
	Saved []SavedCount
	// Clock is the time of the confirmation, as Words.Clock writes it.
	Clock string
	// Stays lists the statuses of another person that stay after the reader answered a question so.
	Stays []SavedCount
	// Need lists the students who need a person, the most urgent first.
	Need []Need
	// Kept lists the statuses of the marks that are not confirmed yet, and UnderWay counts these marks.
	Kept     []SavedCount
	UnderWay int
	// Trouble is true while the school system has a problem with taking marks.
	Trouble bool
	// Held is the reason why Rollbook keeps marks.
	Held Held
	// Others is nil if every student has a mark, or if the press saved nothing.
	Others *Others
	// Change is the address of the page with the saved students ticked again; if it is empty there is no
	// "Change these".
	Change string
	// Next is the class to take next; it may be nil.
	Next *Next
	// OneMark adds "Saving again today replaces these marks."
	OneMark bool
}

// SavedCount is the number of students confirmed with one status.
type SavedCount struct {
	Students int
	Status   string
}

// Need is one student who needs a person. Name is shown as the link to the row.
type Need struct {
	Enrolment roll.EnrolmentID
	Name      string
	Outcome   roll.Outcome
	// Cell holds the question of a Conflict.
	Cell Cell
	// Said is the school system's sentence about a mark that it did not accept; it may be empty.
	Said string
}

// Next is the link to the class to take next, or back to the classes when all Rolls are taken. Own is true if these are
// only the person's own.
type Next struct {
	Class, Address string
	Rolls          int
	Own            bool
}

// Others offers "Mark the other 25 Present": a press with its own token.
type Others struct {
	Save   roll.Token
	Status roll.Status
	// Students are not ticked and have no mark on the date. Known are the cells of those with a known absence.
	Students []roll.EnrolmentID
	Known    []Cell
}

// text returns the words of the button, as the script writes them again after each tick.
func (o *Others) text(w *language.Words) string {
	var rest []string
	if len(o.Students) > 0 {
		rest = append(rest, strconv.Itoa(len(o.Students))+" "+o.Status.Name)
	}
	if len(o.Known) > 0 {
		rest = append(rest, strconv.Itoa(len(o.Known))+" "+w.Text("roll.known"))
	}
	return strings.ReplaceAll(w.Text("roll.mark_others"), "{rest}", w.List(rest))
}

// known returns the number of students with a known absence, or "".
func (o *Others) known() string {
	if len(o.Known) == 0 {
		return ""
	}
	return strconv.Itoa(len(o.Known))
}

// Problem is the reason why Rollbook refused a press. Its words are in the catalogue as roll.problem.PROBLEM.
type Problem string

// The problems.
const (
	// NobodyTicked: pressed with nothing ticked (422).
	NobodyTicked Problem = "nobody_ticked"
	// NoStatus: pressed without a status (422).
	NoStatus Problem = "no_status"
	// TimeMalformed: the time cannot be read, or does not exist on the date (422).
	TimeMalformed Problem = "time_malformed"
	// TimeAhead: the time is in the future (422).
	TimeAhead Problem = "time_ahead"
	// ReasonMissing: a past date needs a reason (422).
	ReasonMissing Problem = "reason_missing"
	// CorrectionReason: changing another person's mark of today needs a reason (422).
	CorrectionReason Problem = "correction_reason"
	// ReasonTooLong: more than 500 characters (422).
	ReasonTooLong Problem = "reason_too_long"
	// NoSuchDate: the form names no date that exists (400).
	NoSuchDate Problem = "no_such_date"
	// OtherPeriod: the page is of a school year or term that does not contain its date (409).
	OtherPeriod Problem = "other_period"
	// OtherDate: the page is for a date that the person may no longer mark (409).
	OtherDate Problem = "other_date"
	// AlreadySent: the token was used for another press (409).
	AlreadySent Problem = "already_sent"
	// StatusGone: the school no longer offers the status (422).
	StatusGone Problem = "status_gone"
	// NotOnList: a student is not on the class's list (422).
	NotOnList Problem = "not_on_list"
	// NotKept: Rollbook could not store it anywhere (503).
	NotKept Problem = "not_kept"
	// Busy: the database was busy for too long; press again (503).
	Busy Problem = "busy"
	// Unreadable: the form was malformed (400).
	Unreadable Problem = "unreadable"
	// CoverEnded: the cover's link is no longer valid (403).
	CoverEnded Problem = "cover_ended"
	// OtherPerson: another person signed in after the page was made (409).
	OtherPerson Problem = "other_person"
)

// ofForm reports whether a change of the form resolves the problem.
func (p Problem) ofForm() bool {
	switch p {
	case NobodyTicked, NoStatus, TimeMalformed, TimeAhead, ReasonMissing, CorrectionReason, ReasonTooLong, StatusGone:
		return true
	case NoSuchDate, OtherDate, OtherPeriod, AlreadySent, NotOnList, NotKept, Busy, Unreadable, CoverEnded, OtherPerson:
	}
	return false
}

// AsksReason reports whether a reason resolves the problem.
func (p Problem) AsksReason() bool { return p == ReasonMissing || p == CorrectionReason }

// EveryQuestion is the value that decides all questions of a form at once.
const EveryQuestion = "all"

// decides returns the attributes of a button that answers a question of the roll. It posts the page's decisions to
// the address, with its own name and value.
func decides(address, name, value string) templ.Attributes {
	return templ.Attributes{
		"form": "decisions", "name": name, "value": value, "formaction": address, "hx-post": address, "hx-swap": "none",
	}
}

// manyQuestions reports whether the page offers one answer to all questions: from three questions on, or from
// two on if all are about arrivals.
func manyQuestions(questions []Need) bool {
	few := slices.ContainsFunc(questions, func(need Need) bool { return need.Cell.Arrived == "" })
	return len(questions) > 2 || len(questions) > 1 && !few
}

// loud reports whether the summary is shown above the list and takes the focus.
func (s *Summary) loud() bool { return s.Problem != "" || len(s.Need) > 0 }

// Asks reports whether the page asks a question with two answers.
func (s *Summary) Asks() bool { return len(s.with(roll.Conflict)) > 0 }

// with returns the students whose mark has the outcome.
func (s *Summary) with(outcome roll.Outcome) []Need {
	return slices.DeleteFunc(slices.Clone(s.Need), func(need Need) bool { return need.Outcome != outcome })
}

// saved counts the students with any confirmed status.
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

// counted returns counts in words, such as "25 Present, 3 Absent".
func counted(w *language.Words, counts []SavedCount) string {
	parts := make([]string, len(counts))
	for i, one := range counts {
		parts[i] = w.Text("roll.counted", "Count", w.Number(one.Students), "Status", one.Status)
	}
	return w.List(parts)
}

// Sentence describes the result of the save: the page's one live sentence. It may be empty.
func (s *Summary) Sentence(w *language.Words) string {
	var parts []string
	if s.UnderWay == 0 && len(s.Need) == 0 && len(s.Saved) > 0 && len(s.Stays) > 0 {
		return s.mixed(w)
	}
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
	stopped := len(s.with(roll.Stopped))
	if stopped > 0 {
		parts = append(parts, w.Count("roll.count_stopped", stopped))
	}
	if need := len(s.Need) - stopped; need > 0 {
		parts = append(parts, w.Count("roll.count_need_above", need))
	}
	return strings.Join(parts, " ")
}

// mixed says which marks of a settled save were saved, and which marks of another person stay.
func (s *Summary) mixed(w *language.Words) string {
	stays := make([]string, len(s.Stays))
	for i, one := range s.Stays {
		stays[i] = w.Text("roll.stays_too", "Count", w.Number(one.Students), "Status", one.Status)
	}
	return w.Text("roll.saved_in_part", "Counts", counted(w, s.Saved), "Stays", w.List(stays))
}

// underWay returns the sentence about the marks on their way: sent now, or kept.
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
	attributes := templ.Attributes{"hx-swap-oob": templ.KV(swap, swap != "")}
	if s.loud() {
		attributes["class"] = "report"
		// A report that arrives later takes no focus, and the field of a missing reason takes it instead.
		if swap != "outerMorph" && !s.Problem.AsksReason() {
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

// OutOfBand returns the attribute that makes htmx replace the element of the page with the same id. The roll has ten
// such places: nil costs nothing.
func OutOfBand(swap string) templ.Attributes {
	if swap == "" {
		return nil
	}
	return templ.Attributes{"hx-swap-oob": swap}
}

// done reports whether all marks of the save are in the school system.
func (s *Summary) done() bool { return s.UnderWay == 0 && len(s.Need) == 0 && len(s.Saved) > 0 }

// text returns the words of the link to the next class.
func (n *Next) text(w *language.Words) string {
	if n.Class == "" {
		return w.Count(language.Either(n.Own, "roll.own_taken", "roll.all_taken"), n.Rolls)
	}
	return w.Text("roll.next", "Class", n.Class)
}
