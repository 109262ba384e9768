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
		{call: mapping.Periods, judge: (*trying).judgePeriods, preview: previewPeriod, blocks: true},
		{call: mapping.Classes, isSought: hasListOfClasses, judge: (*trying).judgeClasses, blocks: true},
		{
			call: mapping.Students, otherwise: (*seeker).byClass, takes: (*seeker).takeStudents,
			before: (*seeker).completeStudents, offers: (*trying).offerPeople, judge: (*trying).judgeStudents,
			preview: previewStudent, blocks: true, list: studentList,
		},
		{call: mapping.People, isSought: lacksNames, preview: previewStudent},
		{
			call: mapping.Statuses, judge: (*trying).judgeStatuses, blocks: true,
			list: func(Draft) lists.List { return lists.StatusList },
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
