package mapping

import (
	"slices"

	"rollbook/apiclient/document"
)

// Call is a reading call, by its name in a mapping's file.
type Call string

// The calls, each after those whose answers it needs.
const (
	Periods  Call = "periods"
	Classes  Call = "classes"
	Students Call = "students"
	People   Call = "people"
	Statuses Call = "statuses"
	Day      Call = "dailyAttendance"
)

// The fields, by their names in a mapping's file.
const (
	ID      = "id"
	Name    = "name"
	From    = "from"
	To      = "to"
	Current = "current"

	EnrolmentID = "enrolmentId"
	StudentID   = "studentId"
	GivenName   = "givenName"
	FamilyName  = "familyName"
	FullName    = "fullName"
	KnownAs     = "knownAs"
	ClassID     = "classId"
	ClassName   = "className"
	Photo       = "photo"
	// Teacher and TeacherMail name the teachers of a class, one a line.
	Teacher     = "teacher"
	TeacherMail = "teacherEmail"
	// SchoolPeriod names the school period of a student's enrolment, by its id or its name.
	SchoolPeriod = "period"

	Status   = "status"
	StatusID = "statusId"
	Date     = "date"
	Comments = "comments"
	CheckIn  = "checkIn"
	CheckOut = "checkOut"
)

// The placeholders that a path may hold.
const (
	placeholderPeriod = "{period}"
	placeholderClass  = "{class}"
	placeholderDate   = "{date}"
)

// row describes one call.
type row struct {
	call Call
	// path is the call's path in [DefaultOf].
	path string
	// allowed are the placeholders that its path may contain, needed those that it must.
	allowed, needed []string
	// listed calls are in every mapping. The others are there only when the service has them.
	listed bool
	// always is true when every service has the call.
	always bool
	// alone is true when the call needs no period.
	alone bool
	// completes is the call whose items get facts from this list; empty for none.
	completes Call
	// scoped is true when the call can be made by period or by class, which its path decides.
	scoped bool
	// same are the fields that identify an item.
	same   []string
	fields []field
	// either are pairs of fields, each with at least one required.
	either []either
}

// either is a pair of alternative fields, with a word for their meaning.
type either struct {
	about string
	names [2]string
}

// field describes one field of an item.
type field struct {
	name string
	kind kind
	// path is the field's path in [DefaultOf], or "" for fields that it leaves out.
	path string
	// needed is true when an item without the field is unusable.
	needed bool
	// placeholder names the requested value that fills the field when the answer has none.
	placeholder string
}

// must returns a field that an item needs, may one that it can lack.
func must(name string, kind kind, path string) field { return field{name, kind, path, true, ""} }
func may(name string, kind kind, path string) field  { return field{name, kind, path, false, ""} }

// kind reads a value of the field's kind.
type kind func(value any) (any, error)

func as[T any](read func(any) (T, error)) kind {
	return func(value any) (any, error) { return read(value) }
}

// table has a row for each call. The service's document gives the path of the periods (section 4.2) and the
// names of the two numbers of a student (sections 4.1 and 2.2). The rest is assumed.
func table() []row {
	id, key, text := as(document.ID), as(document.Key), as(document.Text)
	date, flag, anything := as(document.Date), as(document.Flag), as(writtenAgain)
	people := as(document.People)
	period := []string{placeholderPeriod}
	return []row{
		{
			call: Periods, path: "/serviceapi/v1/curriculum/schoolperiods/list", listed: true, always: true, alone: true,
			same: []string{ID},
			fields: []field{
				must(ID, key, "$.id"), may(Name, text, "$.name"),
				may(From, date, "$.startDate"), may(To, date, "$.endDate"), may(Current, flag, ""),
			},
		},
		{
			call: Classes, path: "/serviceapi/v1/curriculum/classes/list?schoolPeriodId={period}", allowed: period,
			same: []string{ID},
			fields: []field{must(ID, key, "$.id"), may(Name, text, "$.name"), may(Teacher, people, ""),
				may(TeacherMail, people, "")},
		},
		{
			call: Students, path: "/serviceapi/v1/students/list?schoolPeriodId={period}",
			allowed: []string{placeholderPeriod, placeholderClass},
			listed:  true, scoped: true,
			same: []string{EnrolmentID, ClassID, ClassName}, // a student in two classes has two items
			fields: []field{
				must(EnrolmentID, id, "$.studentSemesterInfoId"), may(StudentID, id, "$.studentId"),
				may(GivenName, text, "$.firstName"), may(FamilyName, text, "$.lastName"),
				may(FullName, text, ""), may(KnownAs, text, ""),
				{name: ClassID, kind: key, placeholder: placeholderClass}, may(ClassName, text, "$.className"),
				may(Photo, text, ""), may(SchoolPeriod, key, ""), may(Teacher, people, ""), may(TeacherMail, people, ""),
			},
		},
		{
			// Facts about students that their own list lacks, by student id.
			call: People, path: "/serviceapi/v1/students?schoolPeriodId={period}", allowed: period,
			completes: Students, same: []string{StudentID},
			fields: []field{
				must(StudentID, id, "$.studentId"), may(GivenName, text, "$.firstName"), may(FamilyName, text, "$.lastName"),
				may(FullName, text, ""), may(KnownAs, text, ""), may(ClassID, key, ""), may(ClassName, text, ""),
			},
		},
		{
			call: Statuses, path: "/serviceapi/v1/students/attendance/statuses/list", allowed: period, listed: true, alone: true,
			same:   []string{ID},
			fields: []field{must(ID, id, "$.id"), may(Name, text, "$.name")},
		},
		{
			call: Day, path: "/serviceapi/v1/students/attendance/daily/list?schoolPeriodId={period}&date={date}",
			allowed: []string{placeholderPeriod, placeholderClass, placeholderDate}, needed: []string{placeholderDate},
			// Two marks of one student are two items.
			same:   []string{StudentID, EnrolmentID, Status, StatusID, Date, Comments, CheckIn, CheckOut},
			either: []either{{"id", [2]string{StudentID, EnrolmentID}}, {"status", [2]string{Status, StatusID}}},
			fields: []field{
				may(StudentID, id, "$.studentId"), may(EnrolmentID, id, ""),
				may(Status, text, "$.attendanceStatus"), may(StatusID, id, ""),
				{name: Date, kind: date, path: "$.date", placeholder: placeholderDate},
				may(Comments, anything, "$.comments"), may(CheckIn, anything, "$.checkIn"), may(CheckOut, anything, "$.checkOut"),
			},
		},
	}
}

// rowOf returns the call's row. A call that does not exist has no fields.
func rowOf(call Call) row {
	for _, row := range table() {
		if row.call == call {
			return row
		}
	}
	return row{call: call}
}

// Calls returns all calls in order.
func Calls() []Call {
	rows := table()
	calls := make([]Call, len(rows))
	for i, row := range rows {
		calls[i] = row.call
	}
	return calls
}

// IsAlways reports whether every service has the call.
func IsAlways(call Call) bool { return rowOf(call).always }

// IsNeeded reports whether a roll needs the call's list, from the service or from elsewhere.
func IsNeeded(call Call) bool { return rowOf(call).listed && !rowOf(call).always }

// Completes returns the call whose items get facts from this call's list, or "".
func Completes(call Call) Call { return rowOf(call).completes }

// Fields returns the names of a call's fields.
func Fields(call Call) []string {
	fields := rowOf(call).fields
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.name
	}
	return names
}

// writtenAgain encodes any value as JSON.
func writtenAgain(value any) (string, error) { return string(document.JSON(value)), nil }

// Fewest returns the fields of [DefaultOf] that a call cannot be read without.
func Fewest(call Call) map[string]string {
	row, fewest := rowOf(call), map[string]string{}
	for _, field := range row.fields {
		alternative := slices.ContainsFunc(row.either, func(e either) bool { return e.names[0] == field.name })
		if field.needed || alternative {
			fewest[field.name] = field.path
		}
	}
	return fewest
}
