package mapping

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"rollbook/apiclient"
)

// CheckResult is the result of checking one mapped call, with the list that was read. Its exchange is empty when no
// request was made.
type CheckResult struct {
	List

	// Call is the call's name in a mapping's file, or "mapping" when the mapping itself is unusable.
	Call    Call
	Finding Finding
	// Message is one line of English for people.
	Message string
}

// Check makes every call of the mapping, for a period and its first class, and reports each in one line. Tried returns
// the id of the period. It continues after a failed call. It only reads (GET). The date, YYYY-MM-DD, is used for a
// day's attendance.
func Check(ctx context.Context, client *apiclient.Client, m Mapping, date string,
	tried func(periods []Item) string) []CheckResult {
	reader, err := NewReader(client.Patient(), m)
	if err != nil {
		return []CheckResult{{Call: "mapping", Finding: FindingWrongMapping, Message: err.Error()}}
	}
	at := Place{Date: date}
	var results []CheckResult
	for _, row := range table() {
		lacking := ""
		switch {
		case !row.listed && !reader.Has(row.call):
			continue
		case !row.alone && at.Period == "":
			lacking = "period"
		case row.scoped && reader.PerClass() && at.Class == "":
			lacking = "class"
		}
		if lacking != "" {
			message := fmt.Sprintf("%s: not tried, no %s is known", row.call, lacking)
			results = append(results, CheckResult{Call: row.call, Finding: FindingNotTried, Message: message})
			continue
		}
		list, err := reader.Read(ctx, row.call, at)
		results = append(results, checked(row.call, list, err))
		switch {
		case row.call == Periods:
			at.Period = tried(list.Items)
		case row.call == Classes && len(list.Items) > 0:
			at.Class = list.Items[0].Text(ID)
		}
	}
	return results
}

func checked(call Call, list List, err error) CheckResult {
	result := CheckResult{List: list, Call: call, Finding: list.Finding(err)}
	failure, failed := errors.AsType[*apiclient.Error](err)
	switch {
	case failed:
		result.Exchange = failure.Exchange
		result.Message = fmt.Sprintf("%s: %s: %s", call, answered(result.Exchange), why(result.Finding, failure))
	case result.Finding == FindingNoCall:
		result.Message = string(call) + ": no such call, the list comes from elsewhere"
	default:
		text := fmt.Sprintf("%d read", len(list.Items))
		if list.Unreadable > 0 {
			text += fmt.Sprintf(", %d unreadable", list.Unreadable)
		}
		if list.Duplicates > 0 {
			text += fmt.Sprintf(", %d repeated", list.Duplicates)
		}
		if doubt := list.Doubtful(); doubt != nil {
			text += "; " + doubt.Error()
		}
		if len(list.Problems) > 0 {
			text += "; " + list.Problems[0].String()
		}
		result.Message = fmt.Sprintf("%s: %s, %s", call, answered(result.Exchange), text)
	}
	return result
}

// why explains why a call gave nothing.
func why(finding Finding, failure *apiclient.Error) string {
	text := cmp.Or(map[Finding]string{ //nolint:exhaustive // the others have a detail
		FindingKeyRefused: "the school system refuses the key",
		FindingWrongPath:  "this path is not the call",
		FindingFailed:     "the school system failed or did not answer in time",
		FindingNotReached: "the school system was not reached (" + string(failure.Reason) + ")",
	}[finding], failure.Detail())
	if cause := failure.Unwrap(); cause != nil {
		text += ": " + cause.Error()
	}
	return text
}

// answered describes a request with the status of its answer.
func answered(exchange apiclient.Exchange) string {
	switch {
	case exchange.Method == "":
		return "nothing"
	case exchange.Status == 0:
		return exchange.Method + " " + exchange.URL
	}
	return fmt.Sprintf("%s %s answered %d", exchange.Method, exchange.URL, exchange.Status)
}
