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
func (s *seeker) objections(call Call, list mapping.List) []readings.Objection {
	reading, read := s.draft.Mapping.Of(call), len(list.Items)
	var all []readings.Objection
	for _, gap := range list.Gaps {
		all = append(all, readings.Objection{
			Kind: kindOf(gap), Number: int(gap.Number), Read: gap.Read, Place: s.client.Redact(gap.Place),
			Choices: []readings.Choice{{Unrelated: gap.Place}},
		})
	}
	if beside := s.draft.Trials[call].Beside; beside.Items > 0 && !slices.Contains(reading.Unrelated, reading.List) {
		choices := []readings.Choice{{List: beside.All}, {Unrelated: reading.List}}
		if beside.All == "" {
			choices = choices[1:]
		}
		all = append(all, readings.Objection{Kind: readings.Lists, Number: beside.Items, Read: read, Names: beside.Names,
			Choices: choices})
	}
	if !slices.Contains(reading.Unrelated, readings.EmptyClasses) {
		all = append(all, lacksOfClasses(s.draft.Trials[call])...)
	}
	about := func(kind readings.Objects, students []mapping.Item, choices func() []readings.Choice) {
		if len(students) > 0 {
			all = append(all, readings.Objection{Kind: kind, Number: len(students), Read: read, Names: s.namesOf(students),
				Choices: choices()})
		}
	}
	about(readings.OtherPeriod, list.Foreign, func() []readings.Choice {
		rule := mapping.Rule{Field: reading.Fields[mapping.SchoolPeriod], OfPeriod: true}
		none := map[string]string{mapping.SchoolPeriod: ""}
		return []readings.Choice{{Keep: &rule, Count: len(list.Foreign)}, {Fields: none, Unrelated: rule.Field}}
	})
	about(readings.Shared, list.Shared, func() []readings.Choice { return nil })
	about(readings.Twice, list.Twice, func() []readings.Choice { return s.onceChoices(list, reading) })
	return all
}

// owned returns the objection to a list of statuses that belong to students, or none.
func (s *seeker) owned(list mapping.List) []readings.Objection {
	reading, read := s.draft.Mapping.Of(mapping.Statuses), len(list.Items)
	place := discovery.OfStudents(list.Kept, reading.Fields[mapping.Name])
	if place == "" || slices.Contains(reading.Unrelated, place) {
		return nil
	}
	choices := []readings.Choice{{Unrelated: place}}
	return []readings.Objection{{Kind: readings.Owned, Number: read, Read: read, Place: s.client.Redact(place),
		Choices: choices}}
}

// lacksOfClasses returns the objection to a list without the students of some classes, or with fewer than the classes
// count, or none.
func lacksOfClasses(trial Trial) []readings.Objection {
	lacks := readings.Objection{Read: trial.Items, Choices: []readings.Choice{{Unrelated: readings.EmptyClasses}}}
	switch {
	case trial.Short:
		lacks.Kind, lacks.Number, lacks.Place = readings.Total, trial.Counted, readings.EmptyClasses
	case len(trial.Empty) > 0:
		lacks.Kind, lacks.Number, lacks.Names = readings.Emptied, len(trial.Empty),
			trial.Empty[:min(len(trial.Empty), shownPeople)]
	default:
		return nil
	}
	return []readings.Objection{lacks}
}

// kindOf returns the objection for a gap.
func kindOf(gap mapping.Gap) readings.Objects {
	named := []document.SignKind{document.Total, document.Pages, document.Full, document.Fault, document.Overlap,
		document.Several, document.Repeats}
	if slices.Contains(named, gap.Kind) {
		return readings.Objects(gap.Kind)
	}
	return readings.More
}

// onceChoices offers the rules that keep one number of each student, and the choice to keep both.
func (s *seeker) onceChoices(list mapping.List, reading Reading) (all []readings.Choice) {
	student := cmp.Or(reading.Fields[mapping.StudentID], reading.Fields[mapping.FullName],
		reading.Fields[mapping.FamilyName])
	for _, leaving := range discovery.Doubled(list.Kept, student) {
		all = append(all, s.choiceOf(leaving, nil, reading))
	}
	return append(all, readings.Choice{Twice: true})
}

// namesOf returns the names of some students.
func (s *seeker) namesOf(students []mapping.Item) []string {
	var names []string
	for _, student := range students[:min(len(students), shownPeople)] {
		names = append(names, s.client.Redact(cmp.Or(mapping.FullNameOf(student), number(student, mapping.StudentID),
			number(student, mapping.EnrolmentID))))
	}
	return names
}

// leaving returns the further rules that the list suggests. If it has rules, it also returns the choice to
// leave out no student.
func (s *seeker) leaving(call Call, entries []any) []readings.Choice {
	reading := s.draft.Mapping.Of(call)
	var all []readings.Choice
	for _, leaving := range discovery.Leavings(call, entries, reading.Keep, s.date, s.code) {
		if s.isShowable(leaving.Why+leaving.Rule.Field) && leaving.Rule.Field != reading.Fields[mapping.Name] &&
			leaving.Rule.Field != reading.Fields[mapping.SchoolPeriod] {
			all = append(all, s.choiceOf(leaving, entries, reading))
		}
	}
	leavesOut := func(rule mapping.Rule) bool { return !rule.Declined }
	if slices.ContainsFunc(reading.Keep, leavesOut) || mapping.Unfiltered(reading.List) != reading.List {
		all = append(all, readings.Choice{All: true})
	}
	return all
}

// choiceOf makes a choice from a rule, with the names of some entries that it leaves out.
func (s *seeker) choiceOf(leaving discovery.Leaving, entries []any, reading Reading) readings.Choice {
	choice := readings.Choice{Keep: &leaving.Rule, Count: len(leaving.Items), Of: len(entries), Stated: leaving.Stated,
		Why: leaving.Why}
	for _, at := range leaving.Items[:min(len(leaving.Items), shownPeople)] {
		if at < len(entries) {
			entry := entries[at]
			choice.Samples = append(choice.Samples,
				cmp.Or(s.nameIn(entry, reading.Fields), s.at(entry, reading.Fields[mapping.Name]),
					s.at(entry, reading.Fields[mapping.EnrolmentID])))
		}
	}
	return choice
}
