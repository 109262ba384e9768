package services

import (
	"errors"
	"testing"

	"rollbook/web/roll"
)

const (
	otherInstead = `[{"studentId":11,"attendanceStatus":"Absent","date":"2026-11-20"},{"studentId":31,"attendanceStatus":"Absent","date":"2026-11-20"}]`
	otherBeside  = `[{"studentId":31,"attendanceStatus":"Absent","date":"2026-11-20"},` + bothAbsentItems + `]`

	bothAbsentItems = `{"studentId":11,"attendanceStatus":"Absent","date":"2026-11-20"},{"studentId":12,"attendanceStatus":"Absent","date":"2026-11-20"}`
)

func TestAnAnswerThatNamesOthersOfTheListInsteadIsUnknown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = otherInstead
	f.lists.students = []roll.StudentID{11, 12, 31}
	reply := f.send(t, twoAbsent())
	if reply.State != roll.Unknown || reply.Problem != "other_students" || !reply.Reading.Instead || len(reply.Reading.OtherStudents) != 1 || reply.Empty {
		t.Errorf("the reply is %+v", reply)
	}
	f.lists.students = []roll.StudentID{11, 12}
	reply = f.send(t, twoAbsent())
	if reply.State != roll.Answered || reply.Reading.Students[0].Verdict != roll.Confirmed || reply.Reading.Students[1].Verdict != roll.Missing || len(reply.Reading.OtherStudents) != 0 {
		t.Errorf("where the list does not have them the reply is %+v", reply)
	}
}

func TestOthersBesideThoseWhoWereSentAreTold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = otherBeside
	f.lists.students = []roll.StudentID{31}
	reply := f.send(t, twoAbsent())
	if reply.State != roll.Answered || reply.Reading.Instead || len(reply.Reading.OtherStudents) != 1 || reply.Reading.OtherStudents[0].Student != 31 {
		t.Errorf("the reply is %+v", reply)
	}
}

func TestNothingIsConfirmedWhileNobodyCanTellWhomTheListHas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = otherBeside
	f.lists.err = errors.New("the disk is gone")
	if reply := f.send(t, twoAbsent()); reply.State != roll.Unknown || len(reply.Reading.Students) != 0 {
		t.Errorf("the reply is %+v", reply)
	}
	f.service.body = bothAbsent
	if reply := f.send(t, twoAbsent()); reply.State != roll.Answered {
		t.Errorf("nobody else is named, and the reply is %+v", reply)
	}
}
