package apiclient

import (
	"context"
	"encoding/json"
	"errors"
)

// DayMark is what the service has recorded for one student on one date.
type DayMark struct {
	// StudentID and EnrolmentID: one of them is known, the other may be 0.
	StudentID, EnrolmentID int64
	// Status is the status's name, StatusID its id: one of them is known.
	Status   string
	StatusID int64
	// Date is YYYY-MM-DD: the date asked for where the answer does not tell.
	Date string
	// Comments, CheckIn and CheckOut are any JSON, nil when absent or null.
	Comments, CheckIn, CheckOut json.RawMessage
}

type dayReading struct {
	listReading
	student, enrolment, status, statusID, date *selector
	comments, checkIn, checkOut                *selector
}

func (c *compiler) day(call DailyAttendanceCall) dayReading {
	f := call.Fields
	if f.StudentID == "" && f.EnrolmentID == "" {
		c.fail("dailyAttendance.fields", errors.New("neither studentId nor enrolmentId"))
	}
	if f.Status == "" && f.StatusID == "" {
		c.fail("dailyAttendance.fields", errors.New("neither status nor statusId"))
	}
	return dayReading{
		listReading: c.call("dailyAttendance", call.Call,
			[]string{placeholderPeriod, placeholderClass, placeholderDate}, []string{placeholderDate}),
		student:   c.path("dailyAttendance.fields.studentId", f.StudentID),
		enrolment: c.path("dailyAttendance.fields.enrolmentId", f.EnrolmentID),
		status:    c.path("dailyAttendance.fields.status", f.Status),
		statusID:  c.path("dailyAttendance.fields.statusId", f.StatusID),
		date:      c.path("dailyAttendance.fields.date", f.Date),
		comments:  c.path("dailyAttendance.fields.comments", f.Comments),
		checkIn:   c.path("dailyAttendance.fields.checkIn", f.CheckIn),
		checkOut:  c.path("dailyAttendance.fields.checkOut", f.CheckOut),
	}
}

func (r dayReading) item(i *item) DayMark {
	mark := DayMark{
		StudentID:   optionalField(i, r.student, idOf),
		EnrolmentID: optionalField(i, r.enrolment, idOf),
		Status:      optionalField(i, r.status, textOf),
		StatusID:    optionalField(i, r.statusID, idOf),
		Date:        optionalField(i, r.date, dateOf),
		Comments:    optionalJSON(i, r.comments), CheckIn: optionalJSON(i, r.checkIn), CheckOut: optionalJSON(i, r.checkOut),
	}
	if mark.StudentID == 0 && mark.EnrolmentID == 0 {
		i.note(nil, errNoID, true)
	}
	if mark.Status == "" && mark.StatusID == 0 {
		i.note(nil, errors.New("no status"), true)
	}
	return mark
}

// CanReadDays tells whether the mapping has a call that reads a day's attendance.
func (r *Reader) CanReadDays() bool { return r.mapping.day != nil }

// dayKey is what makes two marks the same one: marks that differ in anything are both kept.
type dayKey struct {
	student, enrolment, statusID              int64
	status, date, comments, checkIn, checkOut string
}

func (m DayMark) key() dayKey {
	return dayKey{
		m.StudentID, m.EnrolmentID, m.StatusID, m.Status, m.Date,
		string(m.Comments), string(m.CheckIn), string(m.CheckOut),
	}
}

// DailyAttendance lists what is recorded on a date (YYYY-MM-DD), or returns [ErrNotMapped]. Only exact
// repeats are duplicates: two different marks of one student are both listed.
func (r *Reader) DailyAttendance(ctx context.Context, periodID, classID, date string) (List[DayMark], error) {
	reading := r.mapping.day
	if reading == nil {
		return List[DayMark]{}, ErrNotMapped
	}
	pages, err := r.client.readPages(ctx, reading.listReading, placeholders{period: periodID, class: classID, date: date})
	if err != nil {
		return List[DayMark]{}, err
	}
	list := assemble(pages, reading.item, DayMark.key)
	for i := range list.Items {
		if list.Items[i].Date == "" {
			list.Items[i].Date = date
		}
	}
	return list, nil
}
