package apiclient

import (
	"errors"
	"strings"
	"testing"
)

func TestOnlyA404Or410WithAWholeJSONBodySaysThatSomethingIsGone(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("x", answerBytes+3*answerBytesPerStudent) + `"`
	for body, want := range map[string]Kind{
		`{"status":404,"message":"no such student"}`: Gone, "[]": Gone, " {}\n": Gone, "\xef\xbb\xbf{}": Gone, `"Not found"`: Gone,
		"": Misconfigured, "<html><body>Not found</body></html>": Misconfigured, "404 page not found": Misconfigured, "{}{}": Misconfigured,
		`{"status":404,`: Misconfigured, long: Misconfigured,
	} {
		for _, status := range []int{404, 410} {
			failure := failureOf(t, serve(t, answering(status, body)), soon())
			if failure.Kind != want || failure.Status != status {
				t.Errorf("%d %.40q: %v", status, body, failure)
			}
		}
		for _, status := range []int{301, 403, 405, 418} {
			if failure := failureOf(t, serve(t, answering(status, body)), soon()); failure.Kind != Misconfigured {
				t.Errorf("%d %.40q: %v", status, body, failure)
			}
		}
	}
}

func TestAListThatIsReadIsNeverGone(t *testing.T) {
	t.Parallel()
	_, err := readStatuses(t, serve(t, answering(404, "{}")))
	if failure, ok := errors.AsType[*Error](err); !ok || failure.Kind != Misconfigured {
		t.Errorf("%v", err)
	}
}
