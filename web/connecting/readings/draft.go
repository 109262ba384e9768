package readings

import (
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strconv"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// Types of package mapping that pages need.
type (
	// Call is one of the reading calls, by its name in a mapping's file.
	Call = mapping.Call
	// Reading describes how a call is made and read.
	Reading = mapping.Reading
)

// The doubts that another list may resolve.
const (
	NoNames roll.MessageKey = "connect.doubt.no_names"
	NoClass roll.MessageKey = "connect.doubt.no_class"
)

// The calls that pages treat specially.
const (
	Periods  = mapping.Periods
	Students = mapping.Students
	People   = mapping.People
	Statuses = mapping.Statuses
)

// Calls returns all calls in order.
func Calls() []Call { return mapping.Calls() }

// IsAlways reports whether every service has the call.
func IsAlways(call Call) bool { return mapping.IsAlways(call) }

// IsNeeded reports whether a roll needs the call's list, from the service or from elsewhere.
func IsNeeded(call Call) bool { return mapping.IsNeeded(call) }

// Fields returns the names of a call's fields.
func Fields(call Call) []string { return mapping.Fields(call) }

// Draft is a mapping that is not in force yet, with the last trial of each call.
type Draft struct {
	Mapping mapping.Mapping `json:"mapping"`
	// Period is the school period of the trials.
	Period Period `json:"period"`
	// Periods are the possible periods for trials.
	Periods []Period `json:"periods,omitempty"`
	// Opens is the period that rolls open today.
	Opens  Period         `json:"opens,omitzero"`
	Trials map[Call]Trial `json:"tried"`
	// InForce is true when this mapping is in force.
	InForce bool `json:"-"`
}

// Period is a school period for trials.
type Period struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Chosen is true when a person chose it. Otherwise it is the period that a roll opens.
	Chosen bool `json:"chosen,omitempty"`
}

// Reading returns the draft's reading of the call, or that of an example without an address.
func (d Draft) Reading(call Call) Reading {
	reading := d.Mapping.Of(call)
	if example := d.Trials[call].Example; example != nil && reading.Absent {
		reading.List, reading.Fields = example.List, example.Fields
	}
	return reading
}

// Shown returns the calls that the page of the draft shows: all except those that the service lacks and no list needs.
func (d Draft) Shown() []Call {
	return slices.DeleteFunc(mapping.Calls(), func(call Call) bool {
		isOptional := call == mapping.Classes && !d.Reading(Students).Absent || call == People && !d.Lacks(NoNames, NoClass)
		return isOptional && d.Reading(call).Absent && !d.Trials[call].AwaitsAddress()
	})
}

// Asks reports whether the call lacks a choice that only a person can make: that of the students' enrolment id. Until
// then the draft cannot be put in force.
func (d Draft) Asks(call Call) bool {
	reading := d.Mapping.Of(call)
	return call == Students && !reading.Absent && reading.Fields[mapping.EnrolmentID] == ""
}

// Lacks reports whether the students have one of the doubts and another list, joined by student id, may
// resolve it.
func (d Draft) Lacks(doubts ...roll.MessageKey) bool {
	listed := func(doubt Remark) bool { return slices.Contains(doubts, doubt.Key) }
	return d.Mapping.Of(Students).Fields[mapping.StudentID] != "" && slices.ContainsFunc(d.Trials[Students].Doubts, listed)
}

// Trial is the result of trying a call. It does not contain the key.
type Trial struct {
	// Finding is the result. It is FindingNotTried when the search found nothing.
	Finding mapping.Finding `json:"finding"`
	// Request is the request's method and address, Status the answer's status or 0, and Answer the answer for
	// people.
	Request string `json:"asked,omitempty"`
	Status  int    `json:"status,omitempty"`
	Answer  string `json:"answer,omitempty"`
	// Items counts the items read, Classes the students' classes. FirstOnly is true when students are listed by
	// class and only those of the first class were read.
	Items     int  `json:"items"`
	Classes   int  `json:"classes,omitempty"`
	FirstOnly bool `json:"firstOnly,omitempty"`
	// Rows are the first items. Students are some of the students, as a roll would show them with their classes.
	Rows     []Row `json:"rows,omitempty"`
	Students []Row `json:"students,omitempty"`
	// Lists and Fields are the possible places in the answer.
	Lists  []Place `json:"lists,omitempty"`
	Fields []Place `json:"fields,omitempty"`
	// Tried counts the paths that the search tried.
	Tried int `json:"tried,omitempty"`
	// Unsure is true when a person should check the fields.
	Unsure bool `json:"unsure,omitempty"`
	// Example reads an answer that was pasted without its address; nil for none.
	Example *Reading `json:"example,omitempty"`
	// Objections prevent the use of the list until a person has decided. Doubts are its probable faults. Notes
	// are facts about it.
	Objections []Remark `json:"objections,omitempty"`
	Doubts     []Remark `json:"doubts,omitempty"`
	Notes      []Remark `json:"notes,omitempty"`
	// Ways are other ways to read the students, for a person who says that something about them is wrong.
	Ways map[Question][]Choice `json:"ways,omitempty"`
}

// Undecided returns what a person must decide before the list is used: about an objection, or about items that a rule
// would leave out. It returns NoNeed for nothing.
func (t Trial) Undecided() Need {
	switch {
	case len(t.Objections) > 0:
		return NeedDecision
	case slices.ContainsFunc(t.Doubts, func(doubt Remark) bool { return len(doubt.Choices) > 0 }):
		return NeedAnswer
	}
	return NoNeed
}

// AwaitsAddress reports whether only an example of the answer is known.
func (t Trial) AwaitsAddress() bool { return t.Example != nil && t.Request == "" }

// Row is one item as people know it, with its ids.
type Row struct {
	// Text is empty for a student without a name.
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
	// Number replaces the name of a student without one.
	Number string `json:"number,omitempty"`
}

// Place is a JSONPath with a value found there.
type Place struct {
	Path   string `json:"path"`
	Sample string `json:"sample,omitempty"`
}

// Remark is a sentence about a list for a person who knows the school.
type Remark struct {
	// Key is the sentence's key in the catalogue. The other fields fill its placeholders: Number counts the items that
	// it is about, Read all items that were read. Names has some of the former.
	Key    roll.MessageKey `json:"key"`
	Number int             `json:"number,omitempty"`
	Read   int             `json:"read,omitempty"`
	Names  []string        `json:"names,omitempty"`
	Why    string          `json:"why,omitempty"`
	// Place is the path in the answer that led to the remark; it may be empty.
	Place string `json:"place,omitempty"`
	// Choices are the person's possible decisions.
	Choices []Choice `json:"choices,omitempty"`
}

// Choice is another way to read a list. People choose by the result on a roll, not by the names of fields.
type Choice struct {
	// Press is the key of the words on its button. Why fills their placeholder.
	Press roll.MessageKey `json:"press"`
	Why   string          `json:"why,omitempty"`
	// Samples are the resulting names, classes or numbers of the same students. If the choice leaves students out,
	// they are the names of some of these, and Count counts them.
	Samples []string `json:"samples,omitempty"`
	Count   int      `json:"count,omitempty"`
	// Reading replaces the call's reading when a person takes the choice.
	Reading Reading `json:"reading"`
}

// ID identifies the choice within its list. It is not for people.
func (c Choice) ID() string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE(fmt.Append(nil, c.Reading))), 36)
}

// Question is a question about the students that offers other ways to read them.
type Question = string

// The questions.
const (
	AskNumber  Question = "number" // which number saving needs
	AskNames   Question = "names"
	AskClasses Question = "classes"
	AskLeft    Question = "left"
)

// Choice returns the choice with an id, or false.
func (t Trial) Choice(id string) (choice Choice, offered bool) {
	all := slices.Concat(slices.Collect(maps.Values(t.Ways))...)
	for _, remark := range slices.Concat(t.Objections, t.Doubts) {
		all = append(all, remark.Choices...)
	}
	at := slices.IndexFunc(all, func(choice Choice) bool { return choice.ID() == id })
	if at < 0 {
		return Choice{}, false
	}
	return all[at], true
}

// Need is something missing without which no roll can be taken. The catalogue has a sentence for each, and a
// letter to the maker of the school system.
type Need string

// The needs, in the order in which the page asks for them.
const (
	NoNeed       Need = ""
	NeedPeriods  Need = "periods"
	NeedStudents Need = "students"
	NeedNumber   Need = "number"
	NeedStatuses Need = "statuses"
	NeedDecision Need = "decision"
	NeedAnswer   Need = "answer"
)
