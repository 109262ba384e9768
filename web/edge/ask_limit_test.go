package edge

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
)

func TestAClientMayAskTenTimesInTenMinutes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 19, 8, 30, 0, 0, time.UTC)
	e := echo.New()
	client := func(c echo.Context) string { return c.Request().Header.Get("Client") }
	e.POST("/", func(c echo.Context) error { return c.NoContent(http.StatusOK) }, LimitAsking(10, func() time.Time { return now }, client))
	ask := func(client string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodPost, "/", nil)
		request.Header.Set("Client", client)
		recorder := httptest.NewRecorder()
		e.ServeHTTP(recorder, request)
		return recorder
	}
	for range 10 {
		if got := ask("a").Code; got != http.StatusOK {
			t.Fatalf("status %d", got)
		}
	}
	now = now.Add(9 * time.Minute)
	if got := ask("a"); got.Code != http.StatusTooManyRequests || got.Header().Get("Retry-After") != "60" {
		t.Errorf("status %d, Retry-After %q", got.Code, got.Header().Get("Retry-After"))
	}
	if got := ask("b").Code; got != http.StatusOK {
		t.Errorf("somebody else: status %d", got)
	}
	now = now.Add(time.Minute)
	if got := ask("a").Code; got != http.StatusOK {
		t.Errorf("later: status %d", got)
	}
}
