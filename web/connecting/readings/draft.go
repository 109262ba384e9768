package readings

import (
	"cmp"
	"fmt"
	"slices"

	"rollbook/apiclient/mapping"
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
	Trials map[Call]Trial `json:"lists"`
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
func (d Draft) Lacks(doubts ...Doubt) bool {
	listed := func(doubt Doubt) bool { return slices.Contains(doubts, doubt) }
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
	// Items counts the items read, Unreadable and Repeated those left out.
	Items      int `json:"items"`
	Unreadable int `json:"unreadable,omitempty"`
	Repeated   int `json:"repeated,omitempty"`
	// Classes counts the students' classes. FirstOnly is true when students are listed by class and only those of
	// the first class were read.
	Classes   int  `json:"classes,omitempty"`
	FirstOnly bool `json:"firstOnly,omitempty"`
	// Rows are the first items.
	Rows []Row `json:"rows,omitempty"`
	// Lists and Fields are the possible places in the answer.
	Lists  []Place `json:"lists,omitempty"`
	Fields []Place `json:"fields,omitempty"`
	// Tried counts the paths that the search tried.
	Tried int `json:"tried,omitempty"`
	// Unsure is true when a person should check the fields.
	Unsure bool `json:"unsure,omitempty"`
	// Example reads an answer that was pasted without its address; nil for none.
	Example *Reading `json:"example,omitempty"`
	// Offers are the choices for a person before the list is used.
	Offers Offers `json:"offers,omitzero"`
	// Objections prevent the use of the list until a person has decided.
	Objections []Objection `json:"objections,omitempty"`
	// Beside describes the other lists of the answer that are like this one.
	Beside Beside `json:"beside,omitzero"`
	// Empty are the classes of the school system that have no students on the list, if nothing says that it is whole.
	Empty []string `json:"empty,omitempty"`
	// Counted is the number of students that the classes give, Short true when a class gives more than are read.
	Counted int  `json:"counted,omitempty"`
	Short   bool `json:"short,omitempty"`
	// SameFor names another school period with the same list; empty for none.
	SameFor string `json:"sameFor,omitempty"`
	// Doubts are the probable faults of the list.
	Doubts []Doubt `json:"doubts,omitempty"`
}

// Beside describes lists of one answer that are like the list that is read.
type Beside struct {
	Names []string `json:"names,omitempty"`
	Items int      `json:"items,omitempty"`
	// All is a JSONPath to all the lists together; empty when there is none.
	All string `json:"all,omitempty"`
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

// Offers shows some of a list's content to a person who knows the school, with other choices in case it is
// wrong. It shows no field names: people choose by the result on a roll.
type Offers struct {
	// Students are some of the students, as a roll would show them.
	Students []Person `json:"students,omitempty"`
	// Numbers are the candidates for the enrolment id, until a person has chosen.
	Numbers []Choice `json:"numbers,omitempty"`
	// Names, Classes and Leaving are other ways to read names and classes, and rules to leave some out.
	// Statuses have only Leaving.
	Names   []Choice `json:"names,omitempty"`
	Classes []Choice `json:"classes,omitempty"`
	Leaving []Choice `json:"leaving,omitempty"`
}

// Person is a student with the name and class on a roll. Either can be empty.
type Person struct {
	Name  string `json:"name"`
	Class string `json:"class,omitempty"`
}

// Choice is another way to read a list.
type Choice struct {
	// Fields are the changed paths of fields, empty for a dropped one. List is the new path of the list.
	// Either is empty when unchanged.
	Fields map[string]string `json:"fields,omitempty"`
	List   string            `json:"list,omitempty"`
	// Samples are the resulting names or classes of the same students, or the names of those left out. Count
	// counts the latter.
	Samples []string `json:"samples,omitempty"`
	Count   int      `json:"count,omitempty"`
	// Stated is true when words of the list support the rule. Otherwise the value is only rarer than others.
	Stated bool `json:"said,omitempty"`
	// Why names the field and the values behind the rule.
	Why string `json:"why,omitempty"`
	// Of is the number of students on the whole list.
	Of int `json:"of,omitempty"`
	// Keep is a rule that leaves some out. All removes all such rules.
	Keep *mapping.Rule `json:"keep,omitempty"`
	All  bool          `json:"all,omitempty"`
	// Unrelated is the place of a sign that does not describe the list. Twice accepts both numbers of a
	// student.
	Unrelated string `json:"unrelated,omitempty"`
	Twice     bool   `json:"twice,omitempty"`
}

// Objection is a reason why a person must decide before a list is used.
type Objection struct {
	Kind Objects `json:"kind"`
	// Number is the length that the list gives, or the number of affected students. Read counts the items
	// read.
	Number int `json:"number,omitempty"`
	Read   int `json:"read"`
	// Names contains some of the affected students. Place is the path of the number in the list.
	Names   []string `json:"names,omitempty"`
	Place   string   `json:"place,omitempty"`
	Choices []Choice `json:"choices,omitempty"`
}

// Objects is the kind of an objection. The catalogue has a sentence for each.
type Objects string

// The objections.
const (
	Total       Objects = "total"   // it counts more than were read
	Pages       Objects = "pages"   // it has more pages than were read
	More        Objects = "more"    // it says that more follow
	Full        Objects = "full"    // a page may have as many as were read, and nothing says that it is the last
	Fault       Objects = "fault"   // something went wrong while it was made
	Several     Objects = "several" // only the first of several classes or numbers of a student is read
	Overlap     Objects = "overlap" // its pages have entries in common
	Repeats     Objects = "repeats" // every class has the same students
	Lists       Objects = "lists"   // other lists like it stand beside it
	OtherPeriod Objects = "period"  // it holds students of another school period
	Twice       Objects = "twice"   // it names students under two numbers
	Shared      Objects = "shared"  // it names two students under one number
	Emptied     Objects = "emptied" // classes of the school system have no students on it
	Owned       Objects = "owned"   // its statuses belong to students
)

// EmptyClasses is the place of the sign that classes have no students on a list.
const EmptyClasses = "classes"

// ID identifies the choice within its list. It is not for people.
func (c Choice) ID() string {
	id := fmt.Sprint(c.Fields, c.List)
	if c.Keep != nil {
		id += fmt.Sprint(*c.Keep)
	}
	return id + c.Unrelated + fmt.Sprint(c.All, c.Twice)
}

// Declined returns the choice to keep those that the choice would leave out.
func (c Choice) Declined() Choice {
	rule := mapping.Rule{Declined: true}
	if c.Keep != nil {
		rule = *c.Keep
		rule.Declined = true
	}
	return Choice{Keep: &rule}
}

// Apply returns the reading with the choice applied.
func (c Choice) Apply(reading Reading) Reading {
	for field, path := range c.Fields {
		if reading.Fields[field] = path; path == "" {
			delete(reading.Fields, field)
		}
	}
	reading.List = cmp.Or(c.List, reading.List)
	reading.Twice = reading.Twice || c.Twice
	if c.Keep != nil {
		reading.Keep = append(reading.Keep, *c.Keep)
	}
	if c.Unrelated != "" {
		reading.Unrelated = append(reading.Unrelated, c.Unrelated)
	}
	if c.All {
		reading.Keep, reading.List = nil, mapping.Unfiltered(reading.List)
	}
	return reading
}

// Choice returns the choice with an id, or false.
func (t Trial) Choice(id string) (choice Choice, offered bool) {
	all := slices.Concat(t.Offers.Numbers, t.Offers.Names, t.Offers.Classes, t.Offers.Leaving)
	for _, objection := range t.Objections {
		all = append(all, objection.Choices...)
	}
	for _, choice := range t.Offers.Leaving {
		all = append(all, choice.Declined())
	}
	for _, choice := range all {
		if choice.ID() == id {
			return choice, true
		}
	}
	return Choice{}, false
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
)

// Doubt is a probable fault of a list. The catalogue has a sentence for each.
type Doubt string

// The doubts.
const (
	OneName       Doubt = "one_name"      // all students have the same name
	Alike         Doubt = "alike"         // two students of one class have the same name
	Round         Doubt = "round"         // the list is as long as a page
	UnknownNow    Doubt = "unknown_now"   // nothing says which school period is now
	SingleWords   Doubt = "single_words"  // every name is a single word, as family names alone are
	NoNames       Doubt = "no_names"      // no student has a name
	NoClass       Doubt = "no_class"      // no student has a class
	NumbersAsName Doubt = "numbers"       // a status is called by a number only
	SameStatus    Doubt = "same_status"   // two statuses have the same name
	Letters       Doubt = "letters"       // statuses are called by letters only
	SomeNoName    Doubt = "some_no_name"  // some students have no name
	SomeNoClass   Doubt = "some_no_class" // some students have no class
	SpelledTwice  Doubt = "spelled"       // two classes differ only in punctuation and case
	PartOfName    Doubt = "name_part"     // a part of the family name is not read
	PartOfClass   Doubt = "class_part"    // another field divides the classes further
	NumberClasses Doubt = "class_number"  // classes are called by numbers only
	AllLeft       Doubt = "all_left"      // all students have left
	SeveralInOne  Doubt = "class_several" // a class is called like several
)
