package setup

import (
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// rows returns the rows of all calls in order.
func rows() []row {
	return []row{
		{call: mapping.Periods, learn: (*seeker).tryFor, preview: previewPeriod, doubts: (*seeker).aboutPeriods,
			blocks: true},
		{call: mapping.Classes, isSought: hasListOfClasses, learn: (*seeker).tryClass, leaves: true, blocks: true},
		{
			call: mapping.Students, otherwise: (*seeker).byClass, takes: (*seeker).takeStudents,
			before: (*seeker).completeStudents, after: (*seeker).compare, learn: (*seeker).describeStudents,
			preview: previewStudent, offers: (*seeker).offerPeople, leaves: true, doubts: (*seeker).aboutStudents,
			blocks: true, list: studentList,
		},
		{call: mapping.People, isSought: lacksNames, preview: previewStudent},
		{
			call: mapping.Statuses, leaves: true, objects: (*seeker).owned, doubts: (*seeker).aboutStatuses,
			blocks: true, list: func(Draft) lists.List { return lists.StatusList },
		},
		{call: mapping.Day, otherwise: (*seeker).earlier, preview: previewMark},
	}
}

func hasListOfClasses(draft Draft) bool {
	return !mapping.IsByClass(mapping.Students, draft.Mapping.Of(mapping.Students)) &&
		!draft.Mapping.Of(mapping.Classes).Absent
}

func lacksNames(draft Draft) bool { return draft.Lacks(readings.NoNames) }

func studentList(draft Draft) lists.List { return lists.StudentList(roll.PeriodID(draft.Period.ID)) }
