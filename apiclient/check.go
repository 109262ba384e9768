package apiclient

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Finding is what [Client.Check] found out about one call.
type Finding string

// The findings.
const (
	FindingWorks        Finding = "works"
	FindingPartly       Finding = "partly"        // it works, but some items or fields cannot be read
	FindingEmpty        Finding = "empty"         // it answers, with no items
	FindingKeyRefused   Finding = "key refused"   // 401
	FindingWrongPath    Finding = "wrong path"    // 404 and other answers of something else
	FindingUnreadable   Finding = "unreadable"    // it answers, but the list is not where the mapping says
	FindingNotReached   Finding = "not reached"   // nothing was sent; see Reason
	FindingFailed       Finding = "failed"        // the service failed or did not answer in time
	FindingNotTried     Finding = "not tried"     // it needs what an earlier call did not give
	FindingNoCall       Finding = "no call"       // the mapping says that the service has no such call
	FindingWrongMapping Finding = "wrong mapping" // the mapping itself cannot be used
)

// CheckResult says what one mapped call does.
type CheckResult struct {
	// Call is "periods", "classes", "students", "statuses" or "dailyAttendance".
	Call    string
	Finding Finding
	// Asked is method and address, empty when nothing was tried.
	Asked string
	// Status is the HTTP status, 0 without an answer.
	Status int
	// Items counts what was read.
	Items int
	// Message is one line of English for people.
	Message string
	// Problems are the first ten items or fields that could not be read.
	Problems []Problem
	Exchange Exchange
	// Err is why the call failed, nil when it was answered.
	Err error
}

const shownProblems = 10

// Works tells whether the call gave what it is for.
func (r CheckResult) Works() bool {
	return r.Finding == FindingWorks || r.Finding == FindingPartly || r.Finding == FindingEmpty
}

// Check makes every call of the mapping, for the current period ([CurrentPeriod]) and its first
// class, and says in one line each what came, also where earlier calls failed. It only reads (GET).
// The date of a mapped day's attendance is the given one, YYYY-MM-DD.
func (c *Client) Check(ctx context.Context, mapping Mapping, date string) []CheckResult {
	each := *c
	each.breaker = newPatientReads()
	reader, err := each.Reader(mapping)
	if err != nil {
		return []CheckResult{{Call: "mapping", Finding: FindingWrongMapping, Message: err.Error(), Err: err}}
	}
	periods, err := reader.Periods(ctx)
	results := []CheckResult{checked("periods", periods, err)}
	period, known := periodToCheck(periods.Items, date)
	add := func(name string, try func() CheckResult) {
		if !known {
			results = append(results, CheckResult{Call: name, Finding: FindingNotTried, Message: name + ": not tried, no period is known"})
			return
		}
		results = append(results, try())
	}
	class := ""
	if mapping.Classes != nil {
		add("classes", func() CheckResult {
			classes, err := reader.Classes(ctx, period)
			if len(classes.Items) > 0 {
				class = classes.Items[0].ID
			}
			return checked("classes", classes, err)
		})
	}
	add("students", func() CheckResult { return checkStudents(ctx, reader, period, class) })
	statuses, err := reader.Statuses(ctx, period)
	results = append(results, checked("statuses", statuses, err))
	if reader.CanReadDays() {
		add("dailyAttendance", func() CheckResult {
			day, err := reader.DailyAttendance(ctx, period, class, date)
			return checked("dailyAttendance", day, err)
		})
	}
	return results
}

func checkStudents(ctx context.Context, reader *Reader, period, class string) CheckResult {
	if reader.StudentsBy() == ByClass && class == "" {
		return CheckResult{Call: "students", Finding: FindingNotTried, Message: "students: not tried, no class is known"}
	}
	students, err := reader.Students(ctx, period, class)
	return checked("students", students, err)
}

func periodToCheck(periods []Period, date string) (string, bool) {
	period, known := CurrentPeriod(periods, date)
	return period.ID, known
}

// CurrentPeriod is the period that the service calls the current one, else the first that the date
// (YYYY-MM-DD) lies in, else the first.
func CurrentPeriod(periods []Period, date string) (current Period, known bool) {
	if len(periods) == 0 {
		return Period{}, false
	}
	at := slices.IndexFunc(periods, func(p Period) bool { return p.Current })
	if at < 0 {
		at = slices.IndexFunc(periods, func(p Period) bool { return p.From != "" && p.From <= date && (p.To == "" || date <= p.To) })
	}
	return periods[max(at, 0)], true
}

func checked[T any](call string, list List[T], err error) CheckResult {
	if failure, ok := errors.AsType[*Error](err); ok {
		return failedCheck(call, failure)
	}
	if errors.Is(err, ErrNotMapped) {
		return CheckResult{Call: call, Finding: FindingNoCall, Message: call + ": no such call, the list comes from elsewhere"}
	}
	result := CheckResult{
		Call: call, Asked: asked(list.Exchange), Status: list.Exchange.Status, Items: len(list.Items),
		Problems: list.Problems[:min(len(list.Problems), shownProblems)], Exchange: list.Exchange, Err: err,
	}
	switch {
	case err != nil:
		result.Finding = FindingNotTried
	case len(list.Items) == 0 && list.Unreadable > 0:
		result.Finding = FindingUnreadable
	case len(list.Problems) > 0:
		result.Finding = FindingPartly
	case len(list.Items) == 0:
		result.Finding = FindingEmpty
	default:
		result.Finding = FindingWorks
	}
	result.Message = fmt.Sprintf("%s: %s answered %d, %d read", call, result.Asked, result.Status, result.Items)
	if list.Unreadable > 0 {
		result.Message += fmt.Sprintf(", %d unreadable", list.Unreadable)
	}
	if list.Duplicates > 0 {
		result.Message += fmt.Sprintf(", %d repeated", list.Duplicates)
	}
	if len(list.Problems) > 0 {
		result.Message += "; " + list.Problems[0].String()
	}
	return result
}

func failedCheck(call string, failure *Error) CheckResult {
	result := CheckResult{
		Call: call, Asked: asked(failure.Exchange), Status: failure.Status, Exchange: failure.Exchange, Err: failure,
		Finding: FindingOf(failure),
	}
	what := ""
	switch result.Finding {
	case FindingKeyRefused:
		what = "the school system refuses the key"
	case FindingWrongPath:
		what = "this path is not the call"
	case FindingUnreadable:
		what = failure.detail
	case FindingFailed:
		what = "the school system failed or did not answer in time"
	case FindingNotReached:
		what = "the school system was not reached (" + string(failure.Reason) + ")"
	case FindingWorks, FindingPartly, FindingEmpty, FindingNotTried, FindingNoCall, FindingWrongMapping:
	}
	result.Message = fmt.Sprintf("%s: %s: %s", call, result.Asked, what)
	if failure.Status != 0 {
		result.Message = fmt.Sprintf("%s: %s answered %d: %s", call, result.Asked, failure.Status, what)
	}
	if failure.cause != nil {
		result.Message += ": " + failure.cause.Error()
	}
	return result
}

// FindingOf is what a failed call says about its mapping.
func FindingOf(failure *Error) Finding {
	switch {
	case failure.Kind == Unauthorized:
		return FindingKeyRefused
	case failure.Kind == Misconfigured || failure.Kind == Rejected:
		return FindingWrongPath
	case failure.Kind == NotSent:
		return FindingNotReached
	case failure.detail != "":
		return FindingUnreadable
	}
	return FindingFailed
}

func asked(exchange Exchange) string {
	if exchange.Method == "" {
		return "nothing"
	}
	return exchange.Method + " " + exchange.URL
}
