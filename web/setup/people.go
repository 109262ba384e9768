package setup

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// Persons are some of what a list holds, for a person who knows the school, with what else the list offers
// where they are wrong. No field of it is named to people: they choose by what would stand on a roll.
type Persons struct {
	// Students are some of the students, as they would stand on a roll.
	Students []Person `json:"students,omitempty"`
	// Names, Classes and Leaving are other ways to read names and classes, and to leave some out. Statuses
	// have the last only.
	Names   []PeopleChoice `json:"names,omitempty"`
	Classes []PeopleChoice `json:"classes,omitempty"`
	Leaving []PeopleChoice `json:"leaving,omitempty"`
}

// Person is a student by the name and class that a roll would show; either can be empty.
type Person struct {
	Name  string `json:"name"`
	Class string `json:"class,omitempty"`
}

// PeopleChoice is another way to read a list.
type PeopleChoice struct {
	// ID tells the choice from the others of its list; it is no text for people.
	ID string `json:"id"`
	// Fields are the fields that change, List the list's new path; either is empty where it stays.
	Fields map[string]string `json:"fields,omitempty"`
	List   string            `json:"list,omitempty"`
	// Samples are what the same students would then be called, or who is left out, Count how many are.
	Samples []string `json:"samples,omitempty"`
	Count   int      `json:"count,omitempty"`
	// Said tells that the list itself says that they have left.
	Said bool `json:"said,omitempty"`
}

// shownPeople is how many students a person is asked about.
const shownPeople = 3

// everybody is the id of the choice that leaves nobody out.
const everybody = "everybody"

// people shows a person some of what was found, and what else it offers.
func (s *seeker) people(call Call, found discovery.Found) *Persons {
	items, err := discovery.Items(found.Look.Document, found.Reading.List)
	if err != nil || len(items) == 0 || call != Students && call != mapping.Statuses {
		return nil
	}
	people := &Persons{Leaving: s.leaving(call, found.Reading, items)}
	if call == mapping.Statuses {
		return people
	}
	shown := spread(items)
	for _, item := range shown {
		people.Students = append(people.Students, Person{s.nameIn(item, found.Reading.Fields), s.classIn(item, found.Reading)})
	}
	people.Names, people.Classes = s.names(items, shown, found.Reading), s.classes(items, shown, found.Reading)
	return people
}

// spread are some of the items, from all over the list.
func spread[T any](items []T) []T {
	if len(items) <= shownPeople {
		return items
	}
	return []T{items[0], items[len(items)/2], items[len(items)-1]}
}

// classIn is the class of a student; of one who was asked for by class, that class.
func (s *seeker) classIn(item any, reading Reading) string {
	class := cmp.Or(s.at(item, reading.Fields[mapping.ClassName]), s.at(item, reading.Fields[mapping.ClassID]))
	if asked := s.draft.Trials[Classes].Rows; class == "" && reading.By == mapping.ByClass && len(asked) > 0 {
		return asked[0].Text
	}
	return class
}

// names are the other ways to read the students' names.
func (s *seeker) names(items, shown []any, reading Reading) []PeopleChoice {
	var all []PeopleChoice
	for _, fields := range discovery.NameChoices(items) {
		choice := PeopleChoice{Fields: map[string]string{mapping.GivenName: "", mapping.FamilyName: "", mapping.FullName: "", mapping.KnownAs: ""}}
		same := true
		for _, name := range []string{mapping.GivenName, mapping.FamilyName, mapping.FullName} {
			choice.Fields[name], choice.ID = fields[name], choice.ID+"+"+fields[name]
			same = same && reading.Fields[name] == fields[name]
		}
		for _, item := range shown {
			choice.Samples = append(choice.Samples, s.nameIn(item, fields))
		}
		if !same && s.client.Redact(choice.ID) == choice.ID {
			all = append(all, choice)
		}
	}
	return all
}

// classes are the other places that may hold the students' class.
func (s *seeker) classes(items, shown []any, reading Reading) []PeopleChoice {
	var all []PeopleChoice
	for _, path := range discovery.ClassChoices(items) {
		if path == reading.Fields[mapping.ClassName] || s.client.Redact(path) != path {
			continue
		}
		choice := PeopleChoice{ID: path, Fields: map[string]string{mapping.ClassName: path, mapping.ClassID: ""}}
		for _, item := range shown {
			choice.Samples = append(choice.Samples, s.at(item, path))
		}
		all = append(all, choice)
	}
	return all
}

// leaving are the filters that the list offers; where it has one, that nobody is left out.
func (s *seeker) leaving(call Call, reading Reading, items []any) []PeopleChoice {
	if whole := mapping.Unfiltered(reading.List); whole != reading.List {
		return []PeopleChoice{{ID: everybody, List: whole}}
	}
	var all []PeopleChoice
	for _, leaving := range discovery.Leavings(call, reading.List, items, s.date) {
		if s.client.Redact(leaving.List) != leaving.List || leaving.Field == reading.Fields[mapping.Name] {
			continue
		}
		choice := PeopleChoice{ID: leaving.List, List: leaving.List, Count: len(leaving.Items), Said: leaving.Said}
		for _, at := range leaving.Items[:min(len(leaving.Items), shownPeople)] {
			name := s.nameIn(items[at], reading.Fields)
			choice.Samples = append(choice.Samples, cmp.Or(name, s.at(items[at], reading.Fields[mapping.Name]), s.at(items[at], reading.Fields[mapping.EnrolmentID])))
		}
		all = append(all, choice)
	}
	return all
}

// Decide takes a person's word about the people of a list: it is read by the choice from now on. A choice
// that the list does not offer any more is [roll.Stale].
func (c *Connecting) Decide(ctx context.Context, school roll.School, call Call, id string) (Draft, error) {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		choice, offered := s.draft.Trials[call].People.choice(id)
		if !offered {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		reading := s.draft.Reading(call)
		for field, path := range choice.Fields {
			if reading.Fields[field] = path; path == "" {
				delete(reading.Fields, field)
			}
		}
		reading.List = cmp.Or(choice.List, reading.List)
		if err := s.prepare(ctx, call, reading.By); err != nil {
			return err
		}
		return s.accept(ctx, call, s.search.Look(ctx, call, reading.Path, s.place()), reading)
	})
}

// choice is the choice with an id.
func (p *Persons) choice(id string) (PeopleChoice, bool) {
	if p == nil {
		return PeopleChoice{}, false
	}
	all := slices.Concat(p.Names, p.Classes, p.Leaving)
	at := slices.IndexFunc(all, func(choice PeopleChoice) bool { return choice.ID == id })
	if at < 0 {
		return PeopleChoice{}, false
	}
	return all[at], true
}

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
)

// doubtsAbout looks at a list that was read.
func doubtsAbout(call Call, items []mapping.Item, classes int) []Doubt {
	switch {
	case len(items) == 0:
		return nil
	case call == mapping.Statuses && slices.ContainsFunc(items, isNumbered):
		return []Doubt{NumbersAsName}
	case call != Students:
		return nil
	}
	var doubts []Doubt
	names := map[string]bool{}
	single := true
	for _, item := range items {
		name := studentRow(item).Text
		names[name], single = true, single && isSingleWord(name)
	}
	switch {
	case names[""] && len(names) == 1:
		doubts = append(doubts, NoNames)
	case len(items) > 1 && len(names) == 1:
		doubts = append(doubts, OneName)
	case single:
		doubts = append(doubts, SingleWords)
	}
	if classes == 0 {
		doubts = append(doubts, NoClass)
	}
	return doubts
}

// isNumbered tells whether nothing but a number says what a status is.
func isNumbered(status mapping.Item) bool {
	return strings.Trim(status.Text(mapping.Name), "0123456789 ") == ""
}

// isSingleWord tells whether a name is one word in a script that puts spaces between the parts of names.
func isSingleWord(name string) bool {
	const firstIdeograph = 0x2E80
	return name != "" && !strings.ContainsAny(name, " ,\u00a0") && !strings.ContainsFunc(name, func(r rune) bool { return r >= firstIdeograph })
}
