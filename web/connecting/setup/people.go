package setup

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// shownPeople is the number of students shown for a question.
const shownPeople = 3

// offerPeople adds some of the students for a person to look at, and the other ways to read them.
func (t *trying) offerPeople() {
	items, fields := t.items(), t.reading.Fields
	shown := spread(items)
	var names, classes []string
	for _, item := range shown {
		person := readings.Row{Text: t.nameIn(item, fields), Note: t.classIn(item)}
		t.Students = append(t.Students, person)
		names, classes = append(names, person.Text), append(classes, person.Note)
	}
	at := func(field string) func(any, map[string]string) string {
		return func(item any, fields map[string]string) string { return t.at(item, fields[field]) }
	}
	numbers := t.found.Guess.Candidates
	if fields[mapping.EnrolmentID] != "" && len(numbers) == 0 {
		numbers = discovery.OtherNumbers(items, fields)
	}
	t.Ways[readings.AskNumber] = t.ways("connect.choose", numbers, shown, nil, at(mapping.EnrolmentID))
	t.Ways[readings.AskNames] = t.ways("connect.people_these", discovery.NameChoices(items), shown, names, t.nameIn)
	t.Ways[readings.AskClasses] = t.ways("connect.people_these", discovery.ClassChoices(items), shown, classes,
		at(mapping.ClassName))
}

// spread returns some items from all over the list.
func spread[T any](items []T) []T {
	if len(items) <= shownPeople {
		return items
	}
	return []T{items[0], items[len(items)/2], items[len(items)-1]}
}

// ways returns other ways to read the shown students, except those with the same result as now.
func (t *trying) ways(press roll.MessageKey, offered []map[string]string, shown []any, now []string,
	sample func(item any, fields map[string]string) string) (all []readings.Choice) {
	for _, fields := range offered {
		way := t.choice(press, func(reading *Reading) {
			maps.Copy(reading.Fields, fields)
			maps.DeleteFunc(reading.Fields, func(_, path string) bool { return path == "" })
		})
		for _, item := range shown {
			way.Samples = append(way.Samples, sample(item, fields))
		}
		if !slices.Equal(way.Samples, now) && t.isShowable(fmt.Sprint(fields)) {
			all = append(all, way)
		}
	}
	return all
}

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
func (t *trying) classIn(item any) string {
	fields, tried := t.reading.Fields, t.draft.Trials[mapping.Classes].Rows
	class := cmp.Or(t.at(item, fields[mapping.ClassName]), t.at(item, fields[mapping.ClassID]))
	if class == "" && mapping.IsByClass(t.call, t.reading) && len(tried) > 0 {
		return tried[0].Text
	}
	return class
}
