package setup

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// shownPeople is the number of students shown for a question.
const shownPeople = 3

// offers returns some of the students for a person to look at, and the other choices of the list.
func (s *seeker) offers(call Call, found discovery.Found, items []any) readings.Offers {
	var offers readings.Offers
	fields := found.Reading.Fields
	if call != mapping.Students {
		return offers
	}
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
func (s *seeker) choices(offered []map[string]string, shown []any, now []string, sample func(item any, fields map[string]string) string) []readings.Choice {
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
func (t *trier) isShowable(path string) bool { return t.client.Redact(path) == path }

// nameIn reads a student's name by the fields.
func (t *trier) nameIn(item any, fields map[string]string) string {
	given, family := t.at(item, fields[mapping.GivenName]), t.at(item, fields[mapping.FamilyName])
	if knownAs := t.at(item, fields[mapping.KnownAs]); knownAs != "" && family != "" {
		given = knownAs // as on a roll
	}
	name := strings.TrimSpace(given + " " + family)
	return cmp.Or(name, t.at(item, fields[mapping.FullName]))
}

// classIn returns the class of a student. For students listed by class it is the requested class.
func (s *seeker) classIn(item any, reading Reading) string {
	class := cmp.Or(s.at(item, reading.Fields[mapping.ClassName]), s.at(item, reading.Fields[mapping.ClassID]))
	if tried := s.draft.Trials[mapping.Classes].Rows; class == "" && reading.By == mapping.ByClass && len(tried) > 0 {
		return tried[0].Text
	}
	return class
}

// at reads the value at a path of an item, for people.
func (t *trier) at(item any, path string) string {
	if path == "" {
		return ""
	}
	found, err := mapping.Select(item, path)
	if err != nil || len(found) == 0 {
		return ""
	}
	return t.client.Redact(mapping.Value(found[0]))
}

// Decide applies a person's choice about a list: the enrolment id, the students' names or classes, leavers,
// or an objection. From then on the list is read by it. It returns [roll.Stale] for a choice that the list no
// longer offers.
func (c *Connecting) Decide(ctx context.Context, school roll.School, call Call, id string) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		choice, offered := s.draft.Trials[call].Choice(id)
		if !offered {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		return s.tryWith(ctx, call, choice.Apply(s.draft.Mapping.Of(call)))
	})
}

// doubtsAbout returns the doubts about a list that was read.
func doubtsAbout(call Call, items []mapping.Item, classes int) []readings.Doubt {
	switch {
	case len(items) == 0:
		return nil
	case call == mapping.Statuses:
		return doubtsAboutStatuses(items)
	case call != mapping.Students:
		return nil
	}
	var doubts []readings.Doubt
	names := map[string]bool{}
	single := true
	for _, item := range items {
		name := mapping.FullNameOf(item)
		names[name], single = true, single && isSingleWord(name)
	}
	switch {
	case names[""] && len(names) == 1:
		doubts = append(doubts, readings.NoNames)
	case len(items) > 1 && len(names) == 1:
		doubts = append(doubts, readings.OneName)
	case single:
		doubts = append(doubts, readings.SingleWords)
	case names[""]:
		doubts = append(doubts, readings.SomeNoName)
	}
	if len(names) > 1 && areAlike(items) {
		doubts = append(doubts, readings.Alike)
	}
	return append(doubts, doubtsAboutClasses(items, classes)...)
}

// areAlike reports whether two students of one class have the same name.
func areAlike(items []mapping.Item) bool {
	numbers := map[string]int64{}
	return slices.ContainsFunc(items, func(item mapping.Item) bool {
		who, number := classOf(item)+"\n"+mapping.FullNameOf(item), item.Number(mapping.EnrolmentID)
		before, known := numbers[who]
		numbers[who] = number
		return known && before != number && mapping.FullNameOf(item) != ""
	})
}

// doubtsAboutClasses returns the reasons why the students' classes may be wrong.
func doubtsAboutClasses(items []mapping.Item, classes int) (doubts []readings.Doubt) {
	isNumber := func(item mapping.Item) bool {
		const longest = 20
		return strings.Trim(classOf(item), "0123456789") == "" || item.Text(mapping.ClassName) == "" && len(classOf(item)) > longest
	}
	switch {
	case classes == 0:
		doubts = append(doubts, readings.NoClass)
	case !slices.ContainsFunc(items, func(item mapping.Item) bool { return !isNumber(item) }):
		doubts = append(doubts, readings.NumberClasses)
	case slices.ContainsFunc(items, func(item mapping.Item) bool { return classOf(item) == "" }):
		doubts = append(doubts, readings.SomeNoClass)
	}
	var classNames []string
	for _, item := range items {
		classNames = append(classNames, item.Text(mapping.ClassName))
	}
	if discovery.SeveralClasses(classNames) != "" {
		doubts = append(doubts, readings.SeveralInOne)
	}
	if len(discovery.SpelledTwice(classNames)) > 0 {
		doubts = append(doubts, readings.SpelledTwice)
	}
	return doubts
}

// doubtsAboutStatuses returns the reasons why teachers could confuse the statuses.
func doubtsAboutStatuses(items []mapping.Item) []readings.Doubt {
	const shortest = 2
	names, letters := map[string]bool{}, true
	for _, item := range items {
		name := item.Text(mapping.Name)
		names[name], letters = true, letters && len([]rune(name)) <= shortest
	}
	switch {
	case slices.ContainsFunc(items, isNumbered):
		return []readings.Doubt{readings.NumbersAsName}
	case len(names) < len(items):
		return []readings.Doubt{readings.SameStatus}
	case letters:
		return []readings.Doubt{readings.Letters}
	}
	return nil
}

// isNumbered reports whether a status has only a number as its name.
func isNumbered(status mapping.Item) bool {
	return strings.Trim(status.Text(mapping.Name), "0123456789 ") == ""
}

// isSingleWord reports whether a name is one word in a script that separates the parts of names by spaces.
func isSingleWord(name string) bool {
	const firstIdeograph = 0x2E80
	return name != "" && !strings.ContainsAny(name, " ,\u00a0") && !strings.ContainsFunc(name, func(r rune) bool { return r >= firstIdeograph })
}
