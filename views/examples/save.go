package examples

import (
	"time"

	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

var (
	absent = roll.Status{ID: 2, Name: "Absent", Letter: "A", Family: roll.Absent}
	late   = roll.Status{ID: 3, Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true}
)

func cell(outcome roll.Outcome) part.Cell {
	c := part.Cell{Enrolment: 41, Outcome: outcome, At: "08:32", Chosen: "Absent"}
	switch outcome {
	case roll.Saved:
		c.Status, c.Family, c.Letter = "Absent", roll.Absent, "A"
	case roll.Differs:
		c.Status, c.Family, c.Letter = "Excused", roll.Excused, "E"
	case roll.None, roll.Refused, roll.Conflict, roll.Confirming, roll.Waiting, roll.Stopped, roll.Superseded:
	}
	return c
}

// Save returns the page of one save for a person with the role.
func Save(b Base, role roll.Role) *taking.SaveView {
	v := &taking.SaveView{
		Page: As(b, role), By: "J. Rivera", Sent: true,
		Save: roll.Save{Token: "t1", AcceptedAt: at(20, 8, 32), Period: "7", Class: "8B", ClassName: "8B", Date: "2025-11-20",
			Intent: roll.Intent{Status: absent}},
		Marks: []taking.SaveMark{
			{Name: "Yara Farouk", Cell: cell(roll.Saved)},
			{Name: "Zofia Jankowska", Cell: cell(roll.Differs)},
			{Name: "Mia Okafor", Cell: cell(roll.Refused)},
			{Name: "<b onmouseover=alert(1)>Kim</b>", Cell: cell(roll.Confirming)},
			{Name: "نور السيد", Cell: cell(roll.Waiting)},
			{Name: "Max van den Berg", Cell: cell(roll.Stopped)},
			{Name: "Jun Yamamoto", Cell: cell(roll.None), ReplacedBy: "K. Osei (office)"},
			{Name: "Ivy Hughes", Cell: cell(roll.None), Kept: "Late", KeptBy: "K. Osei (office)"},
			{Name: "Owen Jones", Cell: cell(roll.None), MarkedAnew: true},
		},
		Events: []part.Event{
			{Clock: "08:32:04", Kind: part.EventKept, Students: 9, By: "J. Rivera"},
			{Clock: "08:32:04", Kind: part.EventHeld, Students: 2},
			{Clock: "08:32:04", Kind: part.EventSent, Students: 7},
			{Clock: "08:32:19", Kind: part.EventNoReply, Students: 7, Detail: "15 seconds"},
			{Clock: "08:33:19", Kind: part.EventSentAgain, Students: 6},
			{Clock: "08:33:20", Kind: part.EventAnswered, Students: 4, Detail: "1 second"},
			{Clock: "08:33:20", Kind: part.EventNotAccepted, Students: 1},
			{Clock: "09:02:04", Kind: part.EventStopped, Students: 1},
		},
	}
	if role != roll.Teacher {
		v.Stopped = 1
		v.Save.Reason = "The register of paper says so"
		v.Marks[2].Answer = "Enrollment 43 is closed"
	}
	return v
}

// TakeBack returns the page that takes a save back: for the office, or for a teacher who comes too late.
func TakeBack(b Base, role roll.Role) *taking.TakeBackView {
	v := &taking.TakeBackView{Page: As(b, role), Save: Save(b, role).Save, By: "J. Rivera"}
	if role == roll.Teacher {
		v.Problem = b.Words.Text("back.problem.late")
		return v
	}
	v.Statuses, v.Reason = []roll.Status{absent, late},
		&layout.Reason{Asked: true, Required: true, Last: []string{"Wrong class"}}
	v.Rows = []taking.BackLine{
		{Enrolment: 41, Name: "Yara Farouk", Seen: 2, Now: "Absent", Status: "Present", Clock: "08:31", By: "T. Lindqvist",
			Ticked: true},
		{Enrolment: 42, Name: "محمد عبد الرحمن", Seen: 2, Now: "Absent", Status: "Late", Time: "08:21", Clock: "08:22",
			By: "K. Osei (office)", Ticked: true},
		{Enrolment: 43, Name: "Wilhelmina Bartholomew-Featherstonehaugh", Seen: 1, Now: "Absent", Ticked: true},
		{Enrolment: 44, Name: "Mia Okafor", Seen: 2, Now: "Excused", ChangedBy: "K. Osei (office)", ChangedAt: "08:40"},
	}
	return v
}

// Request returns the request of a save, with or without an answer.
func Request(b Base, answered bool) *taking.RequestView {
	call := taking.Call{Clock: "08:32:04", Exchange: roll.Exchange{
		Method: "POST", URL: "https://school.example/serviceapi/v1/students/attendance/daily/bulk",
		RequestHeader: map[string][]string{"tenant": {"oak"}, "schoolCode": {"OAK1"}, "service-secret-key": {"••••••••3f9a"},
			"Content-Type": {"application/json"}},
		RequestBody: roll.Excerpt{
			Text: `{"studentSemesterInfoIds":[41,42,9007199254740993],"attStatus":{"id":2},"date":"2025-11-20",` +
				`"checkTime":null,` +
				`"checkInOrCheckOut":null}`},
	}}
	if answered {
		call.Status, call.Span = 200, "1 second"
		call.ResponseBody.Text = `[{"studentId":9007199254740993,"attendanceStatus":"<Absent>","date":"2025-11-20"}]`
	}
	return &taking.RequestView{Page: As(b, roll.Office), Token: "t1", Calls: []taking.Call{call}}
}

// Connection returns the page of a connection that works, or that has stopped.
func Connection(b Base, stopped bool) *connecting.ConnectionView {
	v := &connecting.ConnectionView{Page: As(b, roll.Admin)}
	v.Nav = layout.NavConnection
	if !stopped {
		return v
	}
	v.Light = &part.Light{State: part.KeyRefused, Clock: "08:31", Waiting: 42, Office: true, Admin: true,
		KeyAddress: "/schools/oak/settings/key"}
	v.Why, v.Backlog = "Invalid API credentials", roll.Backlog{Waiting: 42, Oldest: at(20, 8, 31)}
	rest := keptMark("t3", "8B", "Absent", "J. Rivera", at(20, 8, 31))
	other := rest
	rest.Enrolment, rest.Name, other.Enrolment, other.Name = 12, "Mia Okafor", 13, "محمد عبد الرحمن"
	v.Moved = &connecting.MovedView{All: 60, Same: 58, MayDecide: true, MaySend: true, CopiedAt: at(18, 8, 10),
		Rest: []connecting.Kept{rest, other}}
	v.Stopped = []connecting.Kept{
		keptMark("t1", "8B", "Absent", "J. Rivera", at(20, 8, 31)),
		keptMark("t2", "Advanced Mathematics and Philosophy, upper group", "Late", "P. Lang", at(19, 9, 12)),
	}
	v.Stopped[0].Students, v.Stopped[1].Students = 3, 1
	held := &roll.HeldList{Period: "7", Print: "x", StudentList: roll.StudentList{Students: make([]roll.Enrolment, 1)}}
	held.Gone, held.Of, held.Emptied = make([]roll.Enrolment, 110), 120, []string{"8A", "8B"}
	v.Lists = []connecting.ListTrouble{
		{Call: "students", Period: year, Clock: "08:31", Problem: "held", Held: held,
			Missing: "Noor Haddad, محمد عبد الرحمن"},
		{Call: "statuses", Clock: "08:31", Problem: "not_whole", SolveAt: "/schools/oak/settings/connection"},
	}
	return v
}

// keptMark is a mark that is not in the school system.
func keptMark(token roll.Token, class, status, by string, accepted time.Time) connecting.Kept {
	return connecting.Kept{Byline: by, Save: roll.Save{
		Token: token, ClassName: class, Date: roll.DateOf(accepted, time.UTC), AcceptedAt: accepted,
		Intent: roll.Intent{Status: roll.Status{Name: status}},
	}}
}

// Waiting returns the list of waiting marks, for paper.
func Waiting(b Base) *connecting.WaitingView {
	absent, late, other := keptMark("", "8B", "Absent", "J. Rivera", at(20, 8, 31)),
		keptMark("", "8B", "Late", "J. Rivera", at(20, 8, 45)), keptMark("", "9C", "Absent", "P. Lang", at(20, 8, 31))
	absent.Name, late.Name, late.Time, other.Name = "Yara Farouk", "Zofia Jankowska", "08:44", "Mia Okafor"
	return &connecting.WaitingView{Page: As(b, roll.Office), At: at(20, 9, 20),
		Groups: [][]connecting.Kept{{absent, late}, {other}}}
}

// History returns the history of one student's day, with or without entries.
func History(b Base, entries bool) *office.HistoryView {
	v := &office.HistoryView{Page: As(b, roll.Office), Student: "Mia Okafor", Class: Class("8B", 28), Period: "7",
		Date: "2025-11-20"}
	v.Nav, v.Days = layout.NavStudents, "#days"
	if entries {
		v.Moves = movements()
		saved := part.Cell{Outcome: roll.Saved, Status: "Late", Family: roll.Late, Letter: "L"}
		v.Entries = []office.HistoryEntry{
			{By: "K. Osei (office)", Observed: "08:50", From: &late, To: absent, Reason: "Sent home by the nurse",
				Cell: cell(roll.Waiting), Save: "t3"},
			{By: "Somebody in the school system", Observed: "08:45", From: &late, To: absent, Elsewhere: true},
			{By: "K. Osei (office)", Observed: "08:41", Recorded: "08:41", From: &absent, To: late, Time: "08:40", Cell: saved,
				Save: "t2", Remarks: []office.Remark{{Key: "history.remark.check_in", Value: `{"time":"08:40"}`}}},
			{By: "J. Rivera (teacher)", Observed: "08:32", Recorded: "08:33", To: absent, Cell: cell(roll.Saved), Save: "t1"},
		}
	}
	return v
}

func comparison() *taking.ComparisonView {
	return &taking.ComparisonView{Date: "2025-11-20", Made: compared(3), Rows: []taking.DifferenceRow{
		{Name: "Mia Okafor", Class: "8B", Difference: roll.Difference{Here: "Absent", There: "Late"}},
		{Name: "محمد عبد الرحمن", Class: "8B", Difference: roll.Difference{There: "Present"}},
		{Name: "Wilhelmina Bartholomew-Featherstonehaugh", Class: "10C",
			Difference: roll.Difference{Here: "Excused: family, agreed by the office"}},
	}}
}

// compared returns a comparison with that many differences.
func compared(differences int) *roll.Comparison {
	return &roll.Comparison{ReadAt: at(20, 9, 15), Same: 1482, Differences: make([]roll.Difference, differences)}
}
