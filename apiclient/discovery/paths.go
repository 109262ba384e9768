package discovery

import (
	"slices"

	"rollbook/apiclient/mapping"
)

// IsLikely reports whether a search tries the path for the call without being told.
func IsLikely(call mapping.Call, path string) bool {
	return slices.Contains(likelyPaths(call), path) || call == mapping.Students && slices.Contains(perClassPaths(), path)
}

// likelyPaths returns possible paths of a call, the likeliest first. The service's document shows only that
// of the periods (section 4.2). The others follow its style.
func likelyPaths(call mapping.Call) []string {
	others := map[mapping.Call][]string{
		mapping.Periods: {
			"/serviceapi/v1/curriculum/schoolperiods",
			"/serviceapi/v1/schoolperiods/list",
			"/serviceapi/v1/schoolperiods",
		},
		mapping.Classes: {
			"/serviceapi/v1/curriculum/classes?schoolPeriodId={period}",
			"/serviceapi/v1/curriculum/schoolperiods/{period}/classes",
			"/serviceapi/v1/curriculum/classes/list/{period}",
			"/serviceapi/v1/curriculum/classes/list",
			"/serviceapi/v1/classes/list?schoolPeriodId={period}",
			"/serviceapi/v1/classes?schoolPeriodId={period}",
		},
		mapping.Students: {
			"/serviceapi/v1/students?schoolPeriodId={period}",
			"/serviceapi/v1/students/list/{period}",
			"/serviceapi/v1/students/schoolperiods/{period}",
			"/serviceapi/v1/students/schoolperiods/{period}/list",
			"/serviceapi/v1/curriculum/schoolperiods/{period}/students",
			"/serviceapi/v1/students/enrollments/list?schoolPeriodId={period}",
			"/serviceapi/v1/students/semesterinfos/list?schoolPeriodId={period}",
		},
		mapping.People: {
			"/serviceapi/v1/students",
			"/serviceapi/v1/students/list",
			"/serviceapi/v1/students/list?schoolPeriodId={period}",
			"/serviceapi/v1/students/info/list?schoolPeriodId={period}",
			"/serviceapi/v1/students/profiles/list",
			"/serviceapi/v1/curriculum/schoolperiods/{period}/students",
		},
		mapping.Statuses: {
			"/serviceapi/v1/students/attendance/statuses",
			"/serviceapi/v1/students/attendance/status/list",
			"/serviceapi/v1/attendance/statuses/list",
			"/serviceapi/v1/attendance/statuses",
			"/serviceapi/v1/students/attendance/daily/statuses/list",
		},
		mapping.Day: {
			"/serviceapi/v1/students/attendance/daily?schoolPeriodId={period}&date={date}",
			"/serviceapi/v1/students/attendance/daily/list?date={date}",
			"/serviceapi/v1/students/attendance/daily?date={date}",
		},
	}
	return append([]string{mapping.DefaultOf(call).Path}, others[call]...)
}

// perClassPaths returns possible paths of the students of one class.
func perClassPaths() []string {
	return []string{
		"/serviceapi/v1/students/list?classId={class}",
		"/serviceapi/v1/students/list?schoolPeriodId={period}&classId={class}",
		"/serviceapi/v1/curriculum/classes/{class}/students",
		"/serviceapi/v1/curriculum/classes/{class}/students/list",
		"/serviceapi/v1/students/classes/{class}",
		"/serviceapi/v1/students/classes/{class}/list",
		"/serviceapi/v1/students?classId={class}",
		"/serviceapi/v1/classes/{class}/students",
	}
}
