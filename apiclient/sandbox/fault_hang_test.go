package sandbox

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
)

func TestAHangingSaveIsAnsweredOnceItIsReleased(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{Sample: true})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		key, err := s.FirstKey(harbourSchool().Code)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.SetFault(harbourSchool().Code, Fault{Hang: HangBefore}); err != nil {
			t.Fatal(err)
		}
		request := httptest.NewRequestWithContext(t.Context(), "GET", pathPeriods, strings.NewReader(""))
		request.Header = headerOf(map[string]string{headerKey: key, headerSchool: harbourSchool().Code, headerTenant: harbourSchool().Tenant})
		recorder, done := httptest.NewRecorder(), make(chan struct{})
		go func() {
			s.ServeHTTP(recorder, request)
			close(done)
		}()
		synctest.Wait()
		if s.Hanging() != 1 || recorder.Body.Len() > 0 {
			t.Errorf("%d hang, answered %q", s.Hanging(), recorder.Body)
		}
		s.Heal(tilleulsSchool().Code)
		synctest.Wait()
		if s.Hanging() != 1 {
			t.Error("healing another school released it")
		}
		s.Heal(harbourSchool().Code)
		<-done
		if s.Hanging() != 0 || recorder.Code != 200 {
			t.Errorf("%d hang, answered %d", s.Hanging(), recorder.Code)
		}
	})
}
