package sandbox

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// The points where a request may hang: accepted, and not answered until Heal or the end of its connection.
const (
	HangBefore = "before" // nothing is applied, unless Heal lets the request go on
	HangAfter  = "after"  // the change is applied
)

// The points where a connection may be reset (a TCP RST instead of an answer).
const (
	ResetUnread  = "unread"  // before the body is read
	ResetRead    = "read"    // after the body is read; nothing is applied
	ResetApplied = "applied" // after the change is applied: the lost reply
)

// Fault is one way in which the service misbehaves. Its parts combine. Those about items, lists, enrolments
// and late changes concern only the bulk save. The order is: ResetUnread, delay and hang before, refusal or
// change, delay and hang after, the answer. Authentication comes first.
type Fault struct {
	// Calls is the number of calls that the fault affects; 0 means every call until Heal.
	Calls int `json:"calls,omitempty"`
	// BulkOnly spares every call but the bulk save.
	BulkOnly bool `json:"bulkOnly,omitempty"`

	// DelayBeforeMs and DelayAfterMs are waits, in milliseconds, before and after the change is applied. The
	// service continues when the caller leaves.
	DelayBeforeMs int64 `json:"delayBeforeMs,omitempty"`
	DelayAfterMs  int64 `json:"delayAfterMs,omitempty"`
	// Hang is HangBefore or HangAfter.
	Hang string `json:"hang,omitempty"`
	// Reset is ResetUnread, ResetRead or ResetApplied.
	Reset string `json:"reset,omitempty"`
	// LateMs applies the change that many milliseconds after the answer was lost. The call ends as the other
	// parts define, by default with a reset.
	LateMs int64 `json:"lateMs,omitempty"`

	// Status answers with this code instead (200 to 599). Nothing is applied unless Applied is set.
	Status  int  `json:"status,omitempty"`
	Applied bool `json:"applied,omitempty"`
	// Headers are added to the answer, such as Retry-After.
	Headers map[string]string `json:"headers,omitempty"`
	// Body replaces the body of the answer and may be empty. Nil changes nothing.
	Body *string `json:"body,omitempty"`
	// EndlessBytes streams that many bytes of an answer that never becomes whole.
	EndlessBytes int64 `json:"endlessBytes,omitempty"`
	// Redirect sends the caller to this URL with RedirectStatus (307 when 0). Nothing is applied.
	Redirect       string `json:"redirect,omitempty"`
	RedirectStatus int    `json:"redirectStatus,omitempty"`
	// RefuseKey answers 401 as if the key were wrong.
	RefuseKey bool `json:"refuseKey,omitempty"`

	// DropItems drops that many items at the end, DropStudents the items of these students.
	DropItems    int     `json:"dropItems,omitempty"`
	DropStudents []int64 `json:"dropStudents,omitempty"`
	// Duplicate returns every item twice. Conflict returns every item a second time with ConflictStatus as
	// its status.
	Duplicate bool `json:"duplicate,omitempty"`
	Conflict  bool `json:"conflict,omitempty"`
	// NameOthers replaces the students in the items by students of the school period who were not sent.
	// EchoClass adds items for the rest of the first student's class. Neither changes the recorded marks.
	NameOthers bool `json:"nameOthers,omitempty"`
	EchoClass  bool `json:"echoClass,omitempty"`
	// StatusText replaces the status in the items.
	StatusText string `json:"statusText,omitempty"`

	// MaxList refuses longer lists with MaxListStatus (413 when 0).
	MaxList       int `json:"maxList,omitempty"`
	MaxListStatus int `json:"maxListStatus,omitempty"`
	// RefuseEnrolments refuses, with RefuseStatus (400 when 0), every list that contains one of these
	// enrolments. With 404 or 410 they are students who left.
	RefuseEnrolments []int64 `json:"refuseEnrolments,omitempty"`
	RefuseStatus     int     `json:"refuseStatus,omitempty"`
}

// ConflictStatus is the status in the second item of a student under Fault.Conflict.
const ConflictStatus = "Conflicting"

// maxWait limits waits, so that a mistyped one does not overflow.
const maxWait = 24 * time.Hour

// check refuses, with KindInvalid, a fault that cannot be injected.
func (f Fault) check() error {
	tooLong := func(wait int64) bool { return wait < 0 || wait > maxWait.Milliseconds() }
	impossible := func(status int) bool { return status != 0 && (status < 200 || status > 599) }
	switch {
	case slices.ContainsFunc([]int64{f.DelayBeforeMs, f.DelayAfterMs, f.LateMs}, tooLong):
		return invalid("a wait is 0 to %d milliseconds", maxWait.Milliseconds())
	case slices.ContainsFunc([]int{f.Status, f.RedirectStatus, f.MaxListStatus, f.RefuseStatus}, impossible):
		return invalid("a status is 200 to 599")
	case !slices.Contains([]string{"", HangBefore, HangAfter}, f.Hang):
		return invalid("hang is before or after, not %q", f.Hang)
	case !slices.Contains([]string{"", ResetUnread, ResetRead, ResetApplied}, f.Reset):
		return invalid("reset is unread, read or applied, not %q", f.Reset)
	case min(f.Calls, f.DropItems, f.MaxList) < 0 || f.EndlessBytes < 0:
		return invalid("a number must not be negative")
	}
	if _, err := url.Parse(f.Redirect); err != nil {
		return invalid("redirect is no URL")
	}
	return nil
}

// rejection returns the refusal of a list that is too long or contains a refused enrolment, nil for any
// other.
func (f Fault) rejection(request *bulkRequest) error {
	if f.MaxList > 0 && len(request.enrolments) > f.MaxList {
		return refuse(cmp.Or(f.MaxListStatus, http.StatusRequestEntityTooLarge), "too many enrolments")
	}
	for _, id := range f.RefuseEnrolments {
		if slices.Contains(request.enrolments, id) {
			return refuse(cmp.Or(f.RefuseStatus, http.StatusBadRequest), "the request could not be processed")
		}
	}
	return nil
}

// shape changes the correct items as the fault demands.
func (f Fault) shape(items []Result) []Result {
	kept := make([]Result, 0, len(items))
	for _, item := range items[:max(0, len(items)-f.DropItems)] {
		if slices.Contains(f.DropStudents, item.StudentID) {
			continue
		}
		if f.StatusText != "" {
			item.Status = f.StatusText
		}
		kept = append(kept, item)
		if f.Duplicate {
			kept = append(kept, item)
		}
		if f.Conflict {
			item.Status = ConflictStatus
			kept = append(kept, item)
		}
	}
	return kept
}

// instead returns the answer that replaces the service's own, if the fault has one.
func (f Fault) instead() (answer, bool) {
	switch {
	case f.Redirect != "":
		status := cmp.Or(f.RedirectStatus, http.StatusTemporaryRedirect)
		return f.dress(answer{status: status, header: map[string]string{"Location": f.Redirect}}), true
	case f.Status != 0:
		html := "<html><body><h1>" + http.StatusText(f.Status) + "</h1></body></html>"
		header := map[string]string{"Content-Type": "text/html"}
		return f.dress(answer{status: f.Status, header: header, body: []byte(html)}), true
	}
	return answer{}, false
}

// dress sets the fault's body and headers on an answer.
func (f Fault) dress(a answer) answer {
	if f.Body != nil {
		a.body = []byte(*f.Body)
	}
	for name, value := range f.Headers {
		a.header[http.CanonicalHeaderKey(name)] = value
	}
	return a
}
