package mapping

import (
	"context"
	"errors"
	"fmt"

	"rollbook/apiclient"
)

// CheckResult says what one mapped call does.
type CheckResult struct {
	// Call is the call's name in a mapping's file, or "mapping" where that cannot be used.
	Call    Call
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
	Exchange apiclient.Exchange
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
func Check(ctx context.Context, client *apiclient.Client, m Mapping, date string) []CheckResult {
	reader, err := NewReader(client.Patient(), m)
	if err != nil {
		return []CheckResult{{Call: "mapping", Finding: FindingWrongMapping, Message: err.Error(), Err: err}}
	}
	at, known := Place{Date: date}, false
	var results []CheckResult
	for _, row := range table() {
		switch {
		case !row.listed && !reader.Has(row.call):
			continue
		case !row.alone && !known:
			results = append(results, notTried(row.call, "period"))
			continue
		case row.call == Students && reader.PerClass() && at.Class == "":
			results = append(results, notTried(row.call, "class"))
			continue
		}
		list, err := reader.Read(ctx, row.call, at)
		results = append(results, checked(row.call, list, err))
		switch {
		case row.call == Periods:
			var period Item
			period, known = CurrentPeriod(list.Items, date)
			at.Period = period.Text(ID)
		case row.call == Classes && len(list.Items) > 0:
			at.Class = list.Items[0].Text(ID)
		}
	}
	return results
}

func notTried(call Call, lacking string) CheckResult {
	return CheckResult{Call: call, Finding: FindingNotTried, Message: fmt.Sprintf("%s: not tried, no %s is known", call, lacking)}
}

func checked(call Call, list List, err error) CheckResult {
	result := CheckResult{Call: call, Finding: list.Finding(err), Err: err}
	if failure, ok := errors.AsType[*apiclient.Error](err); ok {
		return result.failed(failure)
	}
	if result.Finding == FindingNoCall {
		return CheckResult{Call: call, Finding: FindingNoCall, Message: string(call) + ": no such call, the list comes from elsewhere"}
	}
	result.Asked, result.Status, result.Items = asked(list.Exchange), list.Exchange.Status, len(list.Items)
	result.Problems, result.Exchange = list.Problems[:min(len(list.Problems), shownProblems)], list.Exchange
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

// failed says why a call gave nothing.
func (r CheckResult) failed(failure *apiclient.Error) CheckResult {
	r.Asked, r.Status, r.Exchange = asked(failure.Exchange), failure.Status, failure.Exchange
	what := map[Finding]string{
		FindingKeyRefused: "the school system refuses the key",
		FindingWrongPath:  "this path is not the call",
		FindingUnreadable: failure.Detail(),
		FindingFailed:     "the school system failed or did not answer in time",
		FindingNotReached: "the school system was not reached (" + string(failure.Reason) + ")",
	}[r.Finding]
	r.Message = fmt.Sprintf("%s: %s: %s", r.Call, r.Asked, what)
	if failure.Status != 0 {
		r.Message = fmt.Sprintf("%s: %s answered %d: %s", r.Call, r.Asked, failure.Status, what)
	}
	if cause := failure.Unwrap(); cause != nil {
		r.Message += ": " + cause.Error()
	}
	return r
}

func asked(exchange apiclient.Exchange) string {
	if exchange.Method == "" {
		return "nothing"
	}
	return exchange.Method + " " + exchange.URL
}
