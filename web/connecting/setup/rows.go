package setup

import (
	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// rows returns the rows of all calls in order.
func rows() []row {
	return []row{
		{call: mapping.Periods, judge: (*trying).judgePeriods, blocks: true},
		{call: mapping.Classes, isSought: hasListOfClasses, judge: (*trying).judgeClasses, blocks: true},
		{
			call: mapping.Students, otherwise: (*seeker).byClass, takes: (*seeker).takeStudents,
			before: (*seeker).completeStudents, offers: (*trying).offerPeople, judge: (*trying).judgeStudents,
			blocks: true, list: func(draft Draft) lists.List { return lists.StudentList(roll.PeriodID(draft.Period.ID)) },
		},
		{call: mapping.People, isSought: func(draft Draft) bool {
			return draft.IsCompletable(draft.Trials[mapping.Students].Nameless)
		}},
		{
			call: mapping.Statuses, judge: (*trying).judgeStatuses, blocks: true,
			list: func(Draft) lists.List { return lists.StatusList },
		},
		{call: mapping.Day, otherwise: (*seeker).earlier},
	}
}

func hasListOfClasses(draft Draft) bool {
	return !mapping.IsByClass(mapping.Students, draft.Mapping.Of(mapping.Students)) &&
		!draft.Mapping.Of(mapping.Classes).Absent
}
