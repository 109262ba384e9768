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
	"rollbook/web/store/lists"
)

// row describes what one call needs on the way of connecting besides what every call does. A nil function adds nothing.
type row struct {
	call Call
	// isSought reports whether a search looks for the call, isShown whether the page shows one that the service lacks;
	// nil means always.
	isSought, isShown func(draft Draft) bool
	// otherwise searches in another way after the likely paths. takes puts what a search found into the draft.
	otherwise func(s *seeker, ctx context.Context, found discovery.Found) (discovery.Found, error)
	takes     func(s *seeker, ctx context.Context, found discovery.Found) error
	// guess guesses again what a person's reading leaves open.
	guess func(s *seeker, found *discovery.Found)
	// before changes a reading before its list is read, after looks at other lists then.
	before func(s *seeker, found *discovery.Found)
	after  func(s *seeker, ctx context.Context, found discovery.Found)
	// learn notes what the list says about itself and about the calls after it.
	learn func(s *seeker, trial *Trial, list mapping.List)
	// preview returns an item for people; nil for its name and id.
	preview func(item mapping.Item) readings.Row
	// offers returns other ways to read the list. leaves is true where it may hold items that no longer count.
	offers func(s *seeker, found discovery.Found, items []any) readings.Offers
	leaves bool
	// objects returns further objections to the list, and doubts its probable faults.
	objects func(s *seeker, list mapping.List) []readings.Objection
	doubts  func(s *seeker, list mapping.List, classes int) doubts
	// blocks is true when an open objection keeps the draft from being used. isOpen reports whether the call lacks a
	// choice that only a person can make.
	blocks bool
	isOpen func(draft Draft) bool
	// list is the list that the school may give itself; nil for none.
	list func(draft Draft) lists.List
}

// rows returns the rows of all calls in order.
func rows() []row {
	return []row{
		{call: mapping.Periods, learn: (*seeker).tryFor, preview: previewPeriod, doubts: (*seeker).aboutPeriods, blocks: true},
		{
			call: mapping.Classes, isSought: hasListOfClasses, isShown: lacksStudents,
			learn: (*seeker).tryClass, leaves: true, blocks: true,
		},
		{
			call: mapping.Students, otherwise: (*seeker).byClass, takes: (*seeker).takeStudents, guess: (*seeker).guessNumbers,
			before: (*seeker).findPeriod, after: (*seeker).compare, learn: (*seeker).describeStudents,
			preview: previewStudent, offers: (*seeker).offerPeople, leaves: true, doubts: (*seeker).aboutStudents,
			blocks: true, isOpen: Draft.Asks, list: studentList,
		},
		{call: mapping.People, isSought: lacksNames, isShown: lacksNamesOrClasses, preview: previewStudent},
		{
			call: mapping.Statuses, leaves: true, objects: (*seeker).owned, doubts: (*seeker).aboutStatuses,
			blocks: true, list: func(Draft) lists.List { return lists.StatusList },
		},
		{call: mapping.Day, otherwise: (*seeker).earlier, preview: previewMark},
	}
}

// rowOf returns the call's row.
func rowOf(call Call) row {
	all := rows()
	return all[slices.IndexFunc(all, func(row row) bool { return row.call == call })]
}

// isOpen reports whether the call lacks a choice that only a person can make.
func (s *seeker) isOpen(call Call) bool {
	isOpen := rowOf(call).isOpen
	return isOpen != nil && isOpen(*s.draft)
}

// Shown returns the calls that the page of a draft shows.
func Shown(draft Draft) []Call {
	var shown []Call
	for _, row := range rows() {
		reading := draft.Reading(row.call)
		if row.isShown == nil || row.isShown(draft) || !reading.Absent || draft.Trials[row.call].AwaitsAddress() {
			shown = append(shown, row.call)
		}
	}
	return shown
}

func hasListOfClasses(draft Draft) bool {
	return draft.Mapping.Of(mapping.Students).By != mapping.ByClass && !draft.Mapping.Of(mapping.Classes).Absent
}

func lacksStudents(draft Draft) bool { return draft.Reading(mapping.Students).Absent }

func lacksNames(draft Draft) bool { return draft.Lacks(readings.NoNames) }

func lacksNamesOrClasses(draft Draft) bool { return draft.Lacks(readings.NoNames, readings.NoClass) }

func studentList(draft Draft) lists.List { return lists.StudentList(roll.PeriodID(draft.Period.ID)) }

// previewOf returns an item of the call for people.
func previewOf(call Call, item mapping.Item) readings.Row {
	if preview := rowOf(call).preview; preview != nil {
		return preview(item)
	}
	return previewNamed(item)
}

func previewNamed(item mapping.Item) readings.Row {
	id := cmp.Or(item.Text(mapping.ID), number(item, mapping.ID))
	return readings.Row{Text: cmp.Or(item.Text(mapping.Name), id), Note: id}
}

func previewPeriod(period mapping.Item) readings.Row {
	row := previewNamed(period)
	row.Text = mapping.PeriodName(period)
	if from, to := period.Text(mapping.From), period.Text(mapping.To); from+to != "" && period.Text(mapping.Name) != "" {
		row.Note += " · " + from + " – " + to
	}
	return row
}

func previewStudent(student mapping.Item) readings.Row {
	enrolment, own := number(student, mapping.EnrolmentID), number(student, mapping.StudentID)
	notes := slices.DeleteFunc([]string{enrolment, own, classOf(student)}, func(note string) bool { return note == "" })
	return readings.Row{Text: mapping.FullNameOf(student), Number: cmp.Or(own, enrolment), Note: strings.Join(notes, " · ")}
}

func previewMark(mark mapping.Item) readings.Row {
	return readings.Row{
		Text: cmp.Or(number(mark, mapping.StudentID), number(mark, mapping.EnrolmentID)),
		Note: cmp.Or(mark.Text(mapping.Status), number(mark, mapping.StatusID)),
	}
}
