package sandbox

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// Marks returns the marks of a school on a date, or on every date for an empty one.
func (s *Sandbox) Marks(schoolCode, date string) ([]Mark, error) {
	return of(s, schoolCode, func(at *school) ([]Mark, error) {
		found := []Mark{}
		for _, one := range at.marks {
			if date == "" || one.Date == date {
				found = append(found, one)
			}
		}
		slices.SortFunc(found, func(a, b Mark) int {
			return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.EnrolmentID, b.EnrolmentID))
		})
		return found, nil
	})
}

// Mark returns the mark for one enrolment on one date, or KindNotFound.
func (s *Sandbox) Mark(schoolCode string, enrolment int64, date string) (Mark, error) {
	return of(s, schoolCode, func(at *school) (Mark, error) {
		found, known := at.marks[enrolmentDate{enrolment, date}]
		if !known {
			return found, notFound("%s holds nothing for enrolment %d on %s", schoolCode, enrolment, date)
		}
		return found, nil
	})
}

// SetMark changes a mark without a call, like a user of the service itself. It takes everything but StudentID
// and Status from mark. It returns KindNotFound for an unknown school, enrolment or status, KindInvalid for a
// bad date or bad JSON.
func (s *Sandbox) SetMark(schoolCode string, mark Mark) error {
	free := []json.RawMessage{mark.Comments, mark.CheckIn, mark.CheckOut}
	for i, raw := range free {
		if isNull(raw) {
			free[i] = json.RawMessage("null")
		}
		if !json.Valid(free[i]) {
			return invalid("comments, checkIn and checkOut must be JSON")
		}
	}
	if !isDate(mark.Date) {
		return invalid("date must be a calendar date, YYYY-MM-DD")
	}
	enrolments := []int64{mark.EnrolmentID}
	_, err := of(s, schoolCode, func(at *school) (any, error) {
		if _, known := at.enrolment(mark.EnrolmentID); !known || at.status(mark.StatusID) == "" {
			return nil, notFound("%s has no enrolment %d or no status %d", schoolCode, mark.EnrolmentID, mark.StatusID)
		}
		return nil, s.make(at.School, change{Marked: &marked{Enrolments: enrolments, Date: mark.Date, Status: mark.StatusID,
			Comments: free[0], In: free[1], Out: free[2]}})
	})
	if err != nil {
		return err
	}
	s.reportMarks(schoolCode, mark.Date, enrolments)
	return nil
}

// reportMarks reports changed marks to the webhooks.
func (s *Sandbox) reportMarks(schoolCode, date string, enrolments []int64) {
	s.report(schoolCode, EventAttendance, map[string]any{"date": date, "studentSemesterInfoIds": enrolments})
}

// record stores one status for every enrolment of the request, or nothing at all, and returns one item per
// enrolment id in the order sent (service document, section 4.1, rules 1 to 3).
//
// Plain attendance leaves check-in and check-out unchanged. `in` sets the check-in, `out` the check-out,
// `clear` removes both. A check without a time gets the service's own, in UTC. The document does not show
// these rules: they are the sandbox's own.
func (s *Sandbox) record(schoolCode string, request *bulkRequest) ([]Result, error) {
	items, err := of(s, schoolCode, func(at *school) ([]Result, error) {
		if at.status(request.status) == "" {
			return nil, refuse(422, "no attendance status %d", request.status)
		}
		for _, id := range request.enrolments {
			if _, known := at.enrolment(id); !known {
				return nil, refuse(422, "no school-period enrolment %d", id)
			}
		}
		in, out := s.checkTimes(request)
		err := s.make(at.School, change{Marked: &marked{Enrolments: request.enrolments, Date: request.date,
			Status: request.status, In: in, Out: out}})
		items := make([]Result, len(request.enrolments))
		for i, id := range request.enrolments {
			items[i] = at.marks[enrolmentDate{id, request.date}].Result
		}
		return items, err
	})
	if err == nil {
		s.reportMarks(schoolCode, request.date, request.enrolments)
	}
	return items, err
}

// checkTimes returns the JSON values that the request sets for check-in and check-out.
func (s *Sandbox) checkTimes(request *bulkRequest) (in, out json.RawMessage) {
	at := request.checkTime
	if isNull(at) {
		at = json.RawMessage(strconv.Quote(s.now().Format(time.RFC3339)))
	}
	null := json.RawMessage("null")
	switch request.check {
	case checkIn:
		return at, nil
	case checkOut:
		return nil, at
	case checkClear:
		return null, null
	}
	return nil, nil
}
