package sandbox

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

func BenchmarkASaveOfAWholeClass(b *testing.B) {
	for _, where := range []string{"memory", "file"} {
		b.Run(where, func(b *testing.B) {
			data := ""
			if where == "file" {
				data = filepath.Join(b.TempDir(), "sandbox.db")
			}
			s, err := New(Options{Data: data, Sample: true})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = s.Close() })
			key, err := s.FirstKey(harbourSchool().Code)
			if err != nil {
				b.Fatal(err)
			}
			ids := make([]string, 28)
			for i := range ids {
				ids[i] = fmt.Sprint(100_020 + i)
			}
			body := fmt.Appendf(nil, `{"studentSemesterInfoIds":[%s],"attStatus":{"id":101},"date":"2026-03-02"}`, strings.Join(ids, ","))
			for b.Loop() {
				request := httptest.NewRequestWithContext(b.Context(), "POST", pathBulk, bytes.NewReader(body))
				request.Header = http.Header{"Content-Type": {"application/json"}, "Tenant": {harbourSchool().Tenant},
					"Schoolcode": {harbourSchool().Code}, "Service-Secret-Key": {key}}
				recorder := httptest.NewRecorder()
				s.ServeHTTP(recorder, request)
				if recorder.Code != 200 {
					b.Fatal(recorder.Body)
				}
			}
		})
	}
}

func BenchmarkOpeningWithSampleData(b *testing.B) {
	for b.Loop() {
		s, err := New(Options{Sample: true})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
