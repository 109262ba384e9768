package apiclient

import (
	"errors"
	"strings"
	"testing"
)

func TestA404Or410WithAnyBodyMeansGone(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("x", answerBytes+3*answerBytesPerStudent) + `"`
	bodies := []string{
		`{"status":404,"message":"no such student"}`, "[]", " {}\n", "\xef\xbb\xbf{}", `"Not found"`, long,
		"", "<html><body>Not found</body></html>", "404 page not found", "{}{}", `{"status":404,`,
	}
	for _, body := range bodies {
		for _, status := range []int{404, 410} {
			failure := failureOf(t, serve(t, answering(status, body)), soon())
			if failure.Kind != Gone || failure.Status != status {
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

func TestAReadableListIsNeverGone(t *testing.T) {
	t.Parallel()
	_, err := readStatuses(t, serve(t, answering(404, "{}")))
	if failure, ok := errors.AsType[*Error](err); !ok || failure.Kind != Misconfigured {
		t.Errorf("%v", err)
	}
}
