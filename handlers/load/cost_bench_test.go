package load_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

// BenchmarkRollPage measures the processor time of a roll of 28 from a warm cache,
// session, queries, rendering and compression included, as cpu-ms/op.
func BenchmarkRollPage(b *testing.B) {
	p := apptest.Boot(b)
	v := p.As(b, apptest.Teacher)
	v.Get(apptest.EightB).Want(b, http.StatusOK)
	cookies := v.Cookies()
	measure(b, func(int) {
		answer := p.Serve(cookies, http.MethodGet, apptest.EightB, nil)
		if answer.Code != http.StatusOK || answer.Header().Get("Content-Encoding") != "gzip" {
			b.Errorf("the roll page answered %d", answer.Code)
		}
	})
}
