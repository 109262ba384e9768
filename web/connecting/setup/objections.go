package setup

import (
	"cmp"
	"slices"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// objections returns the reasons why a person must decide about a list before it is used, each with the
// person's choices.
func (t *trier) objections(call Call, list mapping.List) []readings.Objection {
	var all []readings.Objection
	reading := t.draft.Mapping.Of(call)
	for _, gap := range list.Gaps {
		kind := readings.Objects(gap.Kind)
		if gap.Kind != document.Total && gap.Kind != document.Pages {
			kind = readings.More
		}
		all = append(all, readings.Objection{
			Kind: kind, Number: int(gap.Number), Read: gap.Read, Place: t.client.Redact(gap.Place),
			Choices: []readings.Choice{{Unrelated: gap.Place}},
		})
	}
	if len(list.Foreign) > 0 {
		rule := mapping.Rule{Field: reading.Fields[mapping.SchoolPeriod], Asked: true}
		all = append(all, readings.Objection{
			Kind: readings.OtherPeriod, Number: len(list.Foreign), Read: len(list.Items), Names: t.namesOf(list.Foreign),
			Choices: []readings.Choice{{Keep: &rule, Count: len(list.Foreign)}},
		})
	}
	if len(list.Twice) > 0 {
		objection := readings.Objection{Kind: readings.Twice, Number: len(list.Twice), Read: len(list.Items), Names: t.namesOf(list.Twice)}
		student := cmp.Or(reading.Fields[mapping.StudentID], reading.Fields[mapping.FullName], reading.Fields[mapping.FamilyName])
		for _, leaving := range discovery.Doubled(kept(reading.Keep, list.Entries, t.date), student) {
			objection.Choices = append(objection.Choices, t.choiceOf(leaving, nil, reading))
		}
		objection.Choices = append(objection.Choices, readings.Choice{Twice: true})
		all = append(all, objection)
	}
	return all
}

// kept returns the entries of a list that the rules keep.
func kept(rules []mapping.Rule, entries []any, date string) []any {
	return slices.DeleteFunc(slices.Clone(entries), func(entry any) bool { return !mapping.Keeps(rules, entry, date) })
}

// namesOf returns the names of some students.
func (t *trier) namesOf(students []mapping.Item) []string {
	var names []string
	for _, student := range students[:min(len(students), shownPeople)] {
		names = append(names, t.client.Redact(cmp.Or(mapping.FullNameOf(student), number(student, mapping.StudentID), number(student, mapping.EnrolmentID))))
	}
	return names
}

// leaving returns the further rules that the list suggests. If it has rules, it also returns the choice to
// leave out no student.
func (t *trier) leaving(call Call, entries []any) []readings.Choice {
	reading := t.draft.Mapping.Of(call)
	entries = kept(reading.Keep, entries, t.date)
	var all []readings.Choice
	for _, leaving := range discovery.Leavings(call, entries, t.date) {
		if t.isShowable(leaving.Why+leaving.Rule.Field) && leaving.Rule.Field != reading.Fields[mapping.Name] {
			all = append(all, t.choiceOf(leaving, entries, reading))
		}
	}
	if len(reading.Keep) > 0 || mapping.Unfiltered(reading.List) != reading.List {
		all = append(all, readings.Choice{All: true})
	}
	return all
}

// choiceOf makes a choice from a rule, with the names of some entries that it leaves out.
func (t *trier) choiceOf(leaving discovery.Leaving, entries []any, reading Reading) readings.Choice {
	choice := readings.Choice{Keep: &leaving.Rule, Count: len(leaving.Items), Of: len(entries), Said: leaving.Said, Why: leaving.Why}
	for _, at := range leaving.Items[:min(len(leaving.Items), shownPeople)] {
		if at < len(entries) {
			entry := entries[at]
			choice.Samples = append(choice.Samples, cmp.Or(t.nameIn(entry, reading.Fields), t.at(entry, reading.Fields[mapping.Name]), t.at(entry, reading.Fields[mapping.EnrolmentID])))
		}
	}
	return choice
}
