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
	// Told is the number of students that the school system shows, as an admin read it there: 0 where she could not see
	// it, nil before she has answered.
	Told *int `json:"told,omitempty"`
	// Compared has the classes that she compared with the school system, by their ids: true for the same students.
	Compared map[string]bool `json:"compared,omitempty"`
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

// Shown returns the calls that the page of the draft shows: all except those that the service lacks and no list needs.
func (d Draft) Shown() []Call {
	return slices.DeleteFunc(mapping.Calls(), func(call Call) bool {
		students := d.Trials[Students]
		isOptional := call == mapping.Classes && !d.Mapping.Of(Students).Absent || call == People &&
			!d.IsCompletable(students.Nameless || students.Classes == 0 && students.Distinct > 0)
		return isOptional && d.Mapping.Of(call).Absent
	})
}

// Asks reports whether the call lacks a choice that only a person can make: that of the students' enrolment id. Until
// then the draft cannot be put in force.
func (d Draft) Asks(call Call) bool {
	reading := d.Mapping.Of(call)
	return call == Students && !reading.Absent && reading.Fields[mapping.EnrolmentID] == ""
}

// IsCompletable reports whether another list, joined by student id, may give what the students lack.
func (d Draft) IsCompletable(lacks bool) bool {
	return lacks && d.Mapping.Of(Students).Fields[mapping.StudentID] != ""
}

// Compares returns the classes that an admin compares with the school system: the smallest, the largest and one
// between. It returns none if the list has as many students as the school system shows.
func (d Draft) Compares() []Group {
	const most = 3
	found := d.Trials[Students]
	if d.Told == nil || *d.Told == found.Distinct && !found.FirstOnly {
		return nil
	}
	classes := slices.DeleteFunc(slices.Clone(found.Groups), func(group Group) bool { return group.Part != Class })
	slices.SortStableFunc(classes, func(a, b Group) int { return len(a.Students) - len(b.Students) })
	if last := len(classes) - 1; last >= most {
		return []Group{classes[0], classes[last], classes[last/2]}
	}
	return classes
}

// NeedOfList returns what an admin must still say about the students before the list is used, besides the objections.
// Nothing is asked about a list that the school gives itself.
func (d Draft) NeedOfList(isOwn bool) Need {
	differs := func(class Group) bool { return !d.Compared[class.ID()] }
	switch {
	case isOwn, d.Mapping.Of(Students).Absent, d.Trials[Students].Items == 0:
	case d.Told == nil:
		return NeedCount
	case slices.ContainsFunc(d.Compares(), differs):
		return NeedCompare
	}
	return NoNeed
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
	// Distinct counts the students: one who is in two classes counts once. Groups are all of them. Nameless is true if
	// none has a name.
	Distinct int     `json:"distinct,omitempty"`
	Groups   []Group `json:"groups,omitempty"`
	Nameless bool    `json:"nameless,omitempty"`
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

// Row is one item as people know it, with its ids.
type Row struct {
	// Text is empty for a student without a name.
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
	// Number replaces the name of a student without one.
	Number string `json:"number,omitempty"`
}

// Group is a part of the students, all by name: a class, or those who will be on no roll or on two.
type Group struct {
	Part Part `json:"part,omitempty"`
	// Name is that of a class; it is empty for students without one.
	Name     string   `json:"name,omitempty"`
	Students []string `json:"students"`
	// Namesakes is true if two students of a class have the same name.
	Namesakes bool `json:"namesakes,omitempty"`
}

// ID identifies the group with its students. It is not for people.
func (g Group) ID() string { return checksum(g) }

// Part is the kind of a group.
type Part string

// The parts of a list of students.
const (
	Class      Part = ""
	Left       Part = "left"       // left out by a rule
	Twice      Part = "twice"      // listed a second time, with another number
	Unnumbered Part = "unnumbered" // without the number that saving needs
)

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
func (c Choice) ID() string { return checksum(c.Reading) }

func checksum(value any) string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE(fmt.Append(nil, value))), 36)
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
	NeedCount    Need = "count"
	NeedCompare  Need = "compare"
)
