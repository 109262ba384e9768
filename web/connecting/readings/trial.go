package readings

import (
	"cmp"
	"fmt"
	"slices"

	"rollbook/apiclient/mapping"
)

// Trial is the result of asking a call. It holds no key.
type Trial struct {
	// Finding sums up the trial; discovery found nothing where it is FindingNotTried.
	Finding mapping.Finding `json:"finding"`
	// Asked is method and address, Status that of the answer, 0 without one, and Answer the answer for people.
	Asked  string `json:"asked,omitempty"`
	Status int    `json:"status,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Items counts what was read, Unreadable and Repeated what was left out of it.
	Items      int `json:"items"`
	Unreadable int `json:"unreadable,omitempty"`
	Repeated   int `json:"repeated,omitempty"`
	// Classes counts the classes of the students that were read.
	Classes int `json:"classes,omitempty"`
	// Rows are the first items that were read.
	Rows []Row `json:"rows,omitempty"`
	// Lists and Fields are the places in the answer that can be chosen.
	Lists  []Place `json:"lists,omitempty"`
	Fields []Place `json:"fields,omitempty"`
	// Tried counts the paths at which the call was looked for.
	Tried int `json:"tried,omitempty"`
	// Unsure tells that a person should look whether the fields are right.
	Unsure bool `json:"unsure,omitempty"`
	// Example reads an answer that somebody pasted without its address; nil where none was.
	Example *Reading `json:"example,omitempty"`
	// Offers hold the choices that a person is asked about before the list is used.
	Offers Offers `json:"offers,omitzero"`
	// Objections keep the list from being used before a person has decided.
	Objections []Objection `json:"objections,omitempty"`
	// SameFor names another school period for which the same list comes; empty for none.
	SameFor string `json:"sameFor,omitempty"`
	// Doubts list what is probably wrong in it.
	Doubts []Doubt `json:"doubts,omitempty"`
}

// AwaitsAddress tells that an example of the answer is known, and nothing else.
func (t Trial) AwaitsAddress() bool { return t.Example != nil && t.Asked == "" }

// Row is one thing that was read: what people call it, and its ids.
type Row struct {
	// Text is empty for a student without a name.
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
	// Number stands for the name of a student without one.
	Number string `json:"number,omitempty"`
}

// Place is a JSONPath with what stands there.
type Place struct {
	Path   string `json:"path"`
	Sample string `json:"sample,omitempty"`
}

// Offers are some of what a list holds, for a person who knows the school, with what else the list offers
// where they are wrong. No field of it is named to people: they choose by what would stand on a roll.
type Offers struct {
	// Students are some of the students, as they would stand on a roll.
	Students []Person `json:"students,omitempty"`
	// Numbers are those that may be the one that saving needs, while nobody has said which.
	Numbers []Choice `json:"numbers,omitempty"`
	// Names, Classes and Leaving are other ways to read names and classes, and to leave some out. Statuses
	// have the last only.
	Names   []Choice `json:"names,omitempty"`
	Classes []Choice `json:"classes,omitempty"`
	Leaving []Choice `json:"leaving,omitempty"`
}

// Person is a student by the name and class that a roll would show; either can be empty.
type Person struct {
	Name  string `json:"name"`
	Class string `json:"class,omitempty"`
}

// Choice is another way to read a list.
type Choice struct {
	// Fields are the paths of fields that change, empty for one that is left out; List is the list's new path. Either
	// is empty where it stays.
	Fields map[string]string `json:"fields,omitempty"`
	List   string            `json:"list,omitempty"`
	// Samples are the names or classes that the same students would then have, or those who are left out;
	// Count counts the latter.
	Samples []string `json:"samples,omitempty"`
	Count   int      `json:"count,omitempty"`
	// Said tells that the list itself says that they have left, Why where and in which words; Of counts the whole list.
	Said bool   `json:"said,omitempty"`
	Why  string `json:"why,omitempty"`
	Of   int    `json:"of,omitempty"`
	// Keep is a rule that leaves some out; All takes all such rules away.
	Keep *mapping.Rule `json:"keep,omitempty"`
	All  bool          `json:"all,omitempty"`
	// Unrelated is the place of a sign that does not speak of the list; Twice says that both numbers of a student are
	// right.
	Unrelated string `json:"unrelated,omitempty"`
	Twice     bool   `json:"twice,omitempty"`
}

// Objection is a reason for which a list is not used before a person has decided.
type Objection struct {
	Kind Objects `json:"kind"`
	// Number is that which the list says of itself, or that of the students in question; Read counts what was read.
	Number int `json:"number,omitempty"`
	Read   int `json:"read"`
	// Names are some of the students in question, Place is where the list says it.
	Names   []string `json:"names,omitempty"`
	Place   string   `json:"place,omitempty"`
	Choices []Choice `json:"choices,omitempty"`
}

// Objects says what an objection is, in a word for which the catalogue has a sentence.
type Objects string

// The objections.
const (
	Total       Objects = "total"  // it counts more than were read
	Pages       Objects = "pages"  // it has more pages than were read
	More        Objects = "more"   // it says that more follow
	OtherPeriod Objects = "period" // it holds students of another school period
	Twice       Objects = "twice"  // it names students under two numbers
)

// ID tells the choice from the others of its list; it is no text for people.
func (c Choice) ID() string {
	id := fmt.Sprint(c.Fields, c.List)
	if c.Keep != nil {
		id += fmt.Sprint(*c.Keep)
	}
	return id + c.Unrelated + fmt.Sprint(c.All, c.Twice)
}

// Apply returns the reading with the choice taken.
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

// Choice finds the choice with an id.
func (t Trial) Choice(id string) (choice Choice, offered bool) {
	all := slices.Concat(t.Offers.Numbers, t.Offers.Names, t.Offers.Classes, t.Offers.Leaving)
	for _, objection := range t.Objections {
		all = append(all, objection.Choices...)
	}
	for _, choice := range all {
		if choice.ID() == id {
			return choice, true
		}
	}
	return Choice{}, false
}

// Need is the one thing without which no roll can be taken, in a word for which the catalogue has a sentence
// and a letter to whoever makes the school system.
type Need string

// What can be missing, in the order in which it is asked for.
const (
	NoNeed       Need = ""
	NeedPeriods  Need = "periods"
	NeedStudents Need = "students"
	NeedNumber   Need = "number"
	NeedStatuses Need = "statuses"
	NeedDecision Need = "decision"
)

// Doubt is something in a list that is probably not what the school means, in a word for which the
// catalogue has a sentence.
type Doubt string

// What can be doubtful in a list.
const (
	OneName       Doubt = "one_name"     // all students have the same name
	SingleWords   Doubt = "single_words" // every name is a single word, as family names alone are
	NoNames       Doubt = "no_names"     // no student has a name
	NoClass       Doubt = "no_class"     // no student has a class
	NumbersAsName Doubt = "numbers"      // a status is called by a number only
	SameStatus    Doubt = "same_status"  // two statuses have the same name
	Letters       Doubt = "letters"      // statuses are called by letters only
	NumberClasses Doubt = "class_number" // classes are called by numbers only
)
