package setup

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// shownPeople is the number of students shown for a question.
const shownPeople = 3

// offerPeople returns some of the students for a person to look at, and the other choices of the list.
func (s *seeker) offerPeople(found discovery.Found, items []any) (offers readings.Offers) {
	fields := found.Reading.Fields
	shown := spread(items)
	var names, classes []string
	for _, item := range shown {
		person := readings.Person{Name: s.nameIn(item, fields), Class: s.classIn(item, found.Reading)}
		offers.Students = append(offers.Students, person)
		names, classes = append(names, person.Name), append(classes, person.Class)
	}
	at := func(field string) func(any, map[string]string) string {
		return func(item any, fields map[string]string) string { return s.at(item, fields[field]) }
	}
	numbers := found.Guess.Candidates
	if fields[mapping.EnrolmentID] != "" && len(numbers) == 0 {
		numbers = discovery.OtherNumbers(items, fields)
	}
	offers.Numbers = s.choices(numbers, shown, nil, at(mapping.EnrolmentID))
	offers.Names = s.choices(discovery.NameChoices(items), shown, names, s.nameIn)
	offers.Classes = s.choices(discovery.ClassChoices(items), shown, classes, at(mapping.ClassName))
	return offers
}

// spread returns some items from all over the list.
func spread[T any](items []T) []T {
	if len(items) <= shownPeople {
		return items
	}
	return []T{items[0], items[len(items)/2], items[len(items)-1]}
}

// choices returns other ways to read the students, except those with the same result as now.
func (s *seeker) choices(offered []map[string]string, shown []any, now []string,
	sample func(item any, fields map[string]string) string) []readings.Choice {
	var all []readings.Choice
	for _, fields := range offered {
		choice := readings.Choice{Fields: fields}
		for _, item := range shown {
			choice.Samples = append(choice.Samples, sample(item, fields))
		}
		if !slices.Equal(choice.Samples, now) && s.isShowable(choice.ID()) {
			all = append(all, choice)
		}
	}
	return all
}

// isShowable reports whether a path from the service is free of the key.
func (s *seeker) isShowable(path string) bool { return s.client.Redact(path) == path }

// nameIn reads a student's name by the fields.
func (s *seeker) nameIn(item any, fields map[string]string) string {
	given, family := s.at(item, fields[mapping.GivenName]), s.at(item, fields[mapping.FamilyName])
	if knownAs := s.at(item, fields[mapping.KnownAs]); knownAs != "" && family != "" {
		given = knownAs // as on a roll
	}
	name := strings.TrimSpace(given + " " + family)
	return cmp.Or(name, s.at(item, fields[mapping.FullName]))
}

// classIn returns the class of a student. For students listed by class it is the requested class.
func (s *seeker) classIn(item any, reading Reading) string {
	class := cmp.Or(s.at(item, reading.Fields[mapping.ClassName]), s.at(item, reading.Fields[mapping.ClassID]))
	if tried := s.draft.Trials[mapping.Classes].Rows; class == "" && mapping.IsByClass(mapping.Students, reading) &&
		len(tried) > 0 {
		return tried[0].Text
	}
	return class
}

// at reads the value at a path of an item, for people.
func (s *seeker) at(item any, path string) string {
	if path == "" {
		return ""
	}
	found, err := mapping.Select(item, path)
	if err != nil || len(found) == 0 {
		return ""
	}
	return s.client.Redact(document.Written(found[0]))
}
