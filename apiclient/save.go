package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"time"

	"rollbook/apiclient/document"
)

const (
	savePath = "/serviceapi/v1/students/attendance/daily/bulk"
	saveCall = "save daily attendance"

	// The limit for a valid answer: this much, and this much for each student.
	answerBytes           = 64 << 10
	answerBytesPerStudent = 256
)

// The values of [DailyAttendance].CheckInOrCheckOut other than none.
const (
	CheckIn    = "in"
	CheckOut   = "out"
	CheckClear = "clear"
)

// DailyAttendance is one attendance status for several students on one date (service document,
// section 4.1, request body).
type DailyAttendance struct {
	// EnrolmentIDs are school-period enrolment ids (studentSemesterInfoIds). There is at least one and each
	// is above 0.
	EnrolmentIDs []int64
	// StatusID is the attendance status (attStatus.id), above 0.
	StatusID int64
	// Date is the attendance date, YYYY-MM-DD.
	Date string
	// CheckTime is any JSON value. An empty one is left out. The service does not document its format.
	CheckTime json.RawMessage
	// CheckInOrCheckOut is [CheckIn], [CheckOut] or [CheckClear]. An empty one is left out, which means plain
	// daily attendance.
	CheckInOrCheckOut string
}

// Fence limits when a save may be sent. Take both times from one reading of a monotonic clock (time.Now).
type Fence struct {
	// SendBefore is the time after which sending may no longer begin. It is checked when the connection
	// stands, right before the first byte.
	SendBefore time.Time
	// Deadline is the time when the connection ends, whatever the state of the call.
	Deadline time.Time
}

type saveBody struct {
	EnrolmentIDs      []int64         `json:"studentSemesterInfoIds"`
	Status            saveStatus      `json:"attStatus"`
	Date              string          `json:"date"`
	CheckTime         json.RawMessage `json:"checkTime,omitempty"`
	CheckInOrCheckOut string          `json:"checkInOrCheckOut,omitempty"`
}

type saveStatus struct {
	ID int64 `json:"id"`
}

// SaveDailyAttendance records one status for several students (service document, section 4.1). It sends the
// request at most once, on a connection that was not idle for 5 s, and only within the fence.
//
// It returns the answer of a 2xx that is a JSON array of result items, at most 64 KiB + 256 B a student. The
// caller checks the items against the request. Every error is an [*Error]. [NotSent] is exact: not one byte
// of the request was written.
func (c *Client) SaveDailyAttendance(ctx context.Context, save DailyAttendance, fence Fence) (Answer, error) {
	body, err := save.encode()
	if err == nil && (fence.SendBefore.IsZero() || fence.Deadline.IsZero()) {
		err = errors.New("a save needs a fence")
	}
	if err != nil {
		return Answer{}, &Error{Kind: NotSent, Reason: ReasonRequest, Call: saveCall, cause: err}
	}
	reply, err := c.sendOnce(ctx, fence, request{
		call: saveCall, method: http.MethodPost, target: savePath, body: body,
		limit: answerBytes + answerBytesPerStudent*int64(len(save.EnrolmentIDs)),
	})
	if err != nil {
		return Answer{}, err
	}
	return c.readAnswer(reply)
}

// sendOnce makes the call within its fence. Its errors are of type *Error.
func (c *Client) sendOnce(ctx context.Context, fence Fence, r request) (Reply, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ctx, cancelDeadline := context.WithDeadline(ctx, fence.Deadline)
	defer cancelDeadline()

	sending := &sending{fence: fence.SendBefore}
	timer := time.AfterFunc(time.Until(fence.SendBefore), func() {
		if sending.giveUp(errFencePassed) {
			cancel(errFencePassed)
		}
	})
	defer timer.Stop()
	reply, err := c.perform(httptrace.WithClientTrace(ctx, sending.trace(fence.Deadline)), c.transport.saves, r)
	began, stopped := sending.stop(errNotSending)
	sending.release()
	if reply.Exchange.Began = began; err == nil {
		return reply, nil
	}
	failure := &Error{Kind: Unknown, Call: r.call, Exchange: reply.Exchange, cause: c.redactor.err(err)}
	if began.IsZero() {
		failure.Kind, failure.Reason = NotSent, ReasonOther
		if connecting, ok := errors.AsType[*connectError](err); ok {
			failure.Reason = connecting.reason
		}
		if errors.Is(stopped, errFencePassed) {
			failure.Reason = ReasonFence
		}
	}
	return reply, failure
}

func (d DailyAttendance) encode() ([]byte, error) {
	if err := d.validate(); err != nil {
		return nil, err
	}
	return json.Marshal(saveBody{
		EnrolmentIDs: d.EnrolmentIDs, Status: saveStatus{d.StatusID}, Date: d.Date,
		CheckTime: d.CheckTime, CheckInOrCheckOut: d.CheckInOrCheckOut,
	})
}

func (d DailyAttendance) validate() error {
	if len(d.EnrolmentIDs) == 0 {
		return errors.New("no enrolment to save for")
	}
	for _, id := range d.EnrolmentIDs {
		if id <= 0 {
			return fmt.Errorf("enrolment id %d: %w", id, document.ErrNotAnID)
		}
	}
	if d.StatusID <= 0 {
		return fmt.Errorf("attendance status id %d: %w", d.StatusID, document.ErrNotAnID)
	}
	if !document.IsDate(d.Date) {
		return fmt.Errorf("date %q is not YYYY-MM-DD", d.Date)
	}
	if len(d.CheckTime) > 0 && !json.Valid(d.CheckTime) {
		return errors.New("check time is not JSON")
	}
	switch d.CheckInOrCheckOut {
	case "", CheckIn, CheckOut, CheckClear:
		return nil
	}
	return fmt.Errorf("check %q is not in, out or clear", d.CheckInOrCheckOut)
}
