package apiclient

// DefaultMapping is how a new school is read until its settings say otherwise. The path of the period
// list is documented (service document, section 4.2); everything else in it is an assumption.
func DefaultMapping() Mapping {
	return Mapping{
		Version: MappingVersion,
		Periods: PeriodsCall{
			Call:   Call{Path: "/serviceapi/v1/curriculum/schoolperiods/list", List: "$"},
			Fields: PeriodFields{ID: "$.id", Name: "$.name", From: "$.startDate", To: "$.endDate"},
		},
		Students: StudentsCall{
			Call: Call{Path: "/serviceapi/v1/students/list?schoolPeriodId={period}", List: "$"},
			By:   ByPeriod,
			Fields: EnrolmentFields{
				EnrolmentID: "$.studentSemesterInfoId", StudentID: "$.studentId",
				GivenName: "$.firstName", FamilyName: "$.lastName", ClassName: "$.className",
			},
		},
		Statuses: StatusesCall{
			Call:   Call{Path: "/serviceapi/v1/students/attendance/statuses/list", List: "$"},
			Fields: StatusFields{ID: "$.id", Name: "$.name"},
		},
	}
}

// DefaultDailyAttendance is a reading of a day's attendance for services that offer one. It is no part
// of [DefaultMapping], because nothing documents the call.
func DefaultDailyAttendance() *DailyAttendanceCall {
	return &DailyAttendanceCall{
		Call: Call{Path: "/serviceapi/v1/students/attendance/daily/list?schoolPeriodId={period}&date={date}", List: "$"},
		Fields: DayMarkFields{
			StudentID: "$.studentId", Status: "$.attendanceStatus", Date: "$.date",
			Comments: "$.comments", CheckIn: "$.checkIn", CheckOut: "$.checkOut",
		},
	}
}
