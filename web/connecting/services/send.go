package services

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

// Send makes the one bulk call of the attempt (service document, section 4.1). It begins only within the
// window, and never twice.
func (c *Services) Send(ctx context.Context, school roll.School, attempt roll.Attempt,
	window roll.Window) (reply roll.Reply) {
	began := time.Now()
	defer func() { c.report(school.ID, "save", reply.Problem, began) }()
	to, err := c.to(ctx, school)
	if err != nil {
		return roll.Reply{State: roll.NotSent, Problem: Problem(err)}
	}
	ctx, cancel := context.WithTimeout(ctx, window.Call)
	defer cancel()
	answer, err := to.client.SaveDailyAttendance(ctx, request(attempt),
		apiclient.Fence{SendBefore: window.SendBefore, Deadline: window.Deadline})
	if err != nil {
		return failure(err, window)
	}
	return recorded(c.judge(ctx, attempt, answer), answer.Exchange, window)
}

// judge compares the answer with the request. It looks up further students of the answer in the school's
// lists. If that fails it confirms nothing, since it is unknown whose marks they are.
func (c *Services) judge(ctx context.Context, attempt roll.Attempt, answer apiclient.Answer) roll.Reply {
	rows, items := attempt.Rows(), items(answer.Items)
	reply := roll.Reply{State: roll.Answered, HTTPStatus: answer.Status}
	var listed map[roll.StudentID]bool
	if strangers := roll.Strangers(rows, items); len(strangers) > 0 {
		var err error
		if listed, err = c.lists.Listed(context.WithoutCancel(ctx), attempt.School, strangers); err != nil {
			reply.State, reply.Problem = roll.Unknown, roll.NotUnderstood
			return reply
		}
	}
	reply.Reading = roll.Read(rows, attempt.Date, items, listed)
	switch {
	case reply.Reading.Instead:
		reply.State, reply.Problem = roll.Unknown, roll.OtherStudents
	case !reply.Reading.Valid:
		reply.State, reply.Problem, reply.Empty = roll.Unknown, roll.NotUnderstood, len(answer.Items) == 0
	default:
		reply.Remarks = remarks(attempt, answer.Items)
	}
	return reply
}

func request(attempt roll.Attempt) apiclient.DailyAttendance {
	ids := make([]int64, len(attempt.Marks))
	for i, mark := range attempt.Marks {
		ids[i] = int64(mark.Enrolment)
	}
	return apiclient.DailyAttendance{
		EnrolmentIDs: ids, StatusID: int64(attempt.Status.ID), Date: attempt.Date.String(),
		CheckTime: roll.CheckTimeJSON(attempt.CheckTime), CheckInOrCheckOut: string(attempt.Check),
	}
}

func items(results []apiclient.DailyAttendanceResult) []roll.Item {
	items := make([]roll.Item, len(results))
	for i, result := range results {
		items[i] = roll.Item{Student: roll.StudentID(result.StudentID), Status: result.AttendanceStatus,
			Date: roll.Date(result.Date)}
	}
	return items
}

// states maps each kind of failure to the state of the attempt.
var states = map[apiclient.Kind]roll.AttemptState{
	apiclient.NotSent:         roll.NotSent,
	apiclient.Unknown:         roll.Unknown,
	apiclient.Unauthorized:    roll.KeyRefused,
	apiclient.TooManyRequests: roll.AskedToWait,
	apiclient.Rejected:        roll.Rejected,
	apiclient.Misconfigured:   roll.Misdirected,
	apiclient.Gone:            roll.Gone,
}

// failure returns the reply for a failed call. An unknown failure counts as perhaps applied.
func failure(err error, window roll.Window) roll.Reply {
	var failed *apiclient.Error
	if !errors.As(err, &failed) {
		return roll.Reply{State: roll.Unknown, Problem: "unknown", SentAt: window.ClaimedAt}
	}
	reply := roll.Reply{State: states[failed.Kind], HTTPStatus: failed.Status, RetryAfter: failed.RetryAfter,
		Problem: Problem(err)}
	switch {
	case failed.Kind != apiclient.Unknown:
	case failed.Status >= http.StatusMultipleChoices:
		reply.Problem = roll.ServerError
	case failed.Detail() != "":
		reply.Problem = roll.NotUnderstood
	}
	return recorded(reply, failed.Exchange, window)
}

// recorded adds the exact request and answer to the reply. A call with an unknown start counts as begun at
// its claim.
func recorded(reply roll.Reply, exchange apiclient.Exchange, window roll.Window) roll.Reply {
	reply.SentAt = window.SentAt(exchange.Began)
	if reply.SentAt.IsZero() && reply.State != roll.NotSent {
		reply.SentAt = window.ClaimedAt
	}
	text, err := json.Marshal(exchange)
	if err != nil {
		text = nil
	}
	reply.Exchange = string(text)
	return reply
}

// remarkLimit limits the stored part of an answer about one student apart from the status, approximately in
// bytes.
const remarkLimit = 4 << 10

// leastText is the shortest beginning of a text that is worth keeping, in bytes.
const leastText = 40

// remarks returns, by enrolment, the other fields of the answer as a JSON object, without empty ones (service
// document, section 2.2: any JSON).
func remarks(attempt roll.Attempt, results []apiclient.DailyAttendanceResult) map[roll.EnrolmentID]string {
	byStudent := make(map[roll.StudentID]string)
	for _, result := range results {
		if text := remark(result); text != "" {
			byStudent[roll.StudentID(result.StudentID)] = text
		}
	}
	if len(byStudent) == 0 {
		return nil
	}
	found := make(map[roll.EnrolmentID]string)
	for _, mark := range attempt.Marks {
		if text, known := byStudent[mark.Student]; known && mark.Student != 0 {
			found[mark.Enrolment] = text
		}
	}
	return found
}

// remark returns the JSON stored for one result. It cuts a text that is too long and lists it under
// "shortened". It drops any other value that is too long and lists it under "leftOut".
func remark(result apiclient.DailyAttendanceResult) string {
	if isEmpty(result.CheckIn) && isEmpty(result.CheckOut) && isEmpty(result.Comments) {
		return ""
	}
	kept, room := make(map[string]any), remarkLimit
	for _, one := range []struct {
		name  string
		value json.RawMessage
	}{{"checkIn", result.CheckIn}, {"checkOut", result.CheckOut}, {"comments", result.Comments}} {
		if isEmpty(one.value) {
			continue
		}
		value, whole := fitting(one.value, room)
		list := "leftOut"
		if value != nil {
			list, kept[one.name], room = "shortened", value, room-len(value)
		}
		if !whole {
			names, _ := kept[list].([]string)
			kept[list] = append(names, one.name)
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return ""
	}
	return string(text)
}

// fitting returns the value cut to room bytes: whole, the beginning of a text, or nothing.
func fitting(value json.RawMessage, room int) (fits json.RawMessage, whole bool) {
	if len(value) <= room {
		return value, true
	}
	text := ""
	if room < leastText || json.Unmarshal(value, &text) != nil {
		return nil, false
	}
	// Some characters are longer in JSON.
	for text = text[:min(len(text), room)]; ; text = text[:len(text)/2] {
		cut, err := json.Marshal(strings.ToValidUTF8(text, ""))
		if err == nil && len(cut) <= room {
			return cut, false
		}
	}
}

// isEmpty reports whether JSON is empty in one of its forms.
func isEmpty(value json.RawMessage) bool {
	switch string(bytes.TrimSpace(value)) {
	case "", "null", `""`, "[]", "{}":
		return true
	}
	return false
}
