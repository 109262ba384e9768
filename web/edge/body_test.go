package edge

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

const formType = "Content-Type: application/x-www-form-urlencoded"

func TestABodyOverTheLimitIsRefusedBeforeAnythingIsDone(t *testing.T) {
	t.Parallel()
	g := behind(LimitBody(SignInBody))
	if got := g.ask(http.MethodPost, "/", strings.Repeat("a", SignInBody+1)).Code; got != http.StatusRequestEntityTooLarge || g.reached {
		t.Errorf("announced: status %d, reached %v", got, g.reached)
	}
	if got := g.ask(http.MethodPost, "/", strings.Repeat("a", SignInBody)).Code; got != http.StatusOK || len(g.body) != SignInBody {
		t.Errorf("at the limit: status %d", got)
	}
}

func TestABodyOfUnknownLengthIsRefusedAtTheLimit(t *testing.T) {
	t.Parallel()
	for name, g := range map[string]*gate{
		"read by the handler": behind(LimitBody(RollBody), LimitBody(SignInBody)), "read as a form": behind(LimitBody(SignInBody), LimitBody(RollBody), StrictInput()),
	} {
		request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat("a", SignInBody+1)))
		request.ContentLength = -1
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		recorder := httptest.NewRecorder()
		g.ServeHTTP(recorder, request)
		if recorder.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: status %d", name, recorder.Code)
		}
	}
}

func TestCompressedRequestsAreRefused(t *testing.T) {
	t.Parallel()
	g := behind(RefuseEncodedBodies())
	for encoding, want := range map[string]int{"gzip": 415, "br": 415, "GZIP": 415, "identity, gzip": 415, "identity": 200} {
		if got := g.ask(http.MethodPost, "/", "x", "Content-Encoding: "+encoding).Code; got != want {
			t.Errorf("%s: status %d", encoding, got)
		}
	}
	if got := g.ask(http.MethodPost, "/", "x").Code; got != http.StatusOK {
		t.Errorf("none: status %d", got)
	}
}

func TestOnlyFormsAreRead(t *testing.T) {
	t.Parallel()
	const multipart = "multipart/form-data; boundary=x"
	for media, want := range map[string]struct{ plain, files int }{
		"application/x-www-form-urlencoded":                     {200, 200},
		"application/x-www-form-urlencoded; charset=UTF-8":      {200, 200},
		"application/x-www-form-urlencoded; charset=iso-8859-1": {415, 415},
		"application/x-www-form-urlencoded; charset":            {415, 415},
		multipart:          {415, 200},
		"application/json": {415, 415},
		"text/plain":       {415, 415},
		"text/plain; application/x-www-form-urlencoded": {415, 415},
		"": {415, 415},
		"application/x-www-form-urlencoded, multipart/form-data": {415, 415},
	} {
		if got := behind(FormsOnly(false)).ask(http.MethodPost, "/", "a=1", "Content-Type: "+media).Code; got != want.plain {
			t.Errorf("%q: status %d", media, got)
		}
		if got := behind(FormsOnly(true)).ask(http.MethodPost, "/", "a=1", "Content-Type: "+media).Code; got != want.files {
			t.Errorf("%q where files are taken: status %d", media, got)
		}
	}
	if got := behind(FormsOnly(false)).ask(http.MethodPost, "/", "").Code; got != http.StatusOK {
		t.Errorf("an empty body: status %d", got)
	}
	if got := behind(FormsOnly(false)).ask(http.MethodGet, "/", "").Code; got != http.StatusOK {
		t.Errorf("reading: status %d", got)
	}
}

func TestMalformedInputIsRefusedWhole(t *testing.T) {
	t.Parallel()
	for name, encoded := range map[string]string{
		"bad escape": "a=%zz", "cut escape": "a=%4", "semicolon": "a=1;b=2", "invalid UTF-8": "reason=%ff%fe", "NUL": "reason=%00", "bell": "reason=a%07", "delete": "a=%7f",
		"raw invalid UTF-8": "a=\xff", "brackets": "status[12]=1", "pollution": "__proto__%5Bx%5D=1", "line end in a name": "a%0ab=1", "NUL in a name": "a%00=1",
		"10,001 fields": strings.Repeat("a=1&", 10_001) + "b=2",
	} {
		g := behind(StrictInput())
		if got := g.ask(http.MethodPost, "/", encoded, formType).Code; got != http.StatusBadRequest || g.reached {
			t.Errorf("%s in the body: status %d, reached %v", name, got, g.reached)
		}
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.URL.RawQuery = encoded
		recorder := httptest.NewRecorder()
		if g.ServeHTTP(recorder, request); recorder.Code != http.StatusBadRequest || g.reached {
			t.Errorf("%s in the query: status %d", name, recorder.Code)
		}
	}
}

func TestGoodInputArrivesByteForByte(t *testing.T) {
	t.Parallel()
	e := echo.New()
	e.Use(StrictInput())
	e.POST("/", func(c echo.Context) error {
		r := c.Request()
		if got := r.PostForm.Get("reason"); got != "👩‍🏫 + \r\n\t<b>" {
			t.Errorf("reason %q", got)
		}
		if got := r.PostForm["enrolment"]; len(got) != 2 || got[0] != "1" || got[1] != "2" {
			t.Errorf("enrolments %q", got)
		}
		if r.PostForm.Has("period") || c.QueryParam("period") != "7" || c.FormValue("period") != "7" || c.FormValue("class") != "5B" {
			t.Errorf("form %v, query %v", r.Form, c.QueryParams())
		}
		return c.NoContent(http.StatusNoContent)
	})
	request := httptest.NewRequest(http.MethodPost, "/?period=7&class=query", strings.NewReader(
		"reason=%F0%9F%91%A9%E2%80%8D%F0%9F%8F%AB+%2B+%0D%0A%09%3Cb%3E&enrolment=1&enrolment=2&class=5B"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if recorder.Code != http.StatusNoContent {
		t.Errorf("status %d", recorder.Code)
	}
}

func TestAMethodInAFieldOrAHeaderIsIgnored(t *testing.T) {
	t.Parallel()
	e := echo.New()
	e.Use(StrictInput())
	e.POST("/", func(c echo.Context) error { return c.String(http.StatusOK, c.Request().Method) })
	e.PUT("/", func(echo.Context) error { return echo.ErrTeapot })
	request := httptest.NewRequest(http.MethodPost, "/?_method=PUT", strings.NewReader("_method=PUT"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("X-Http-Method-Override", "PUT")
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if recorder.Body.String() != http.MethodPost {
		t.Errorf("handled as %s (%d)", recorder.Body, recorder.Code)
	}
}

func TestAFieldWithOneValueMayNotBeRepeated(t *testing.T) {
	t.Parallel()
	tick := func(_ echo.Context, name string) bool { return name == "tick" }
	for query, want := range map[string]int{
		"": http.StatusOK, "date=2026-02-03&class=5B&tick=1&tick=2": http.StatusOK,
		"class=5B&class=5B": http.StatusBadRequest, "class=5B&class=": http.StatusBadRequest, "unknown=1&unknown=2": http.StatusBadRequest,
	} {
		g := behind(StrictInput(), FieldsOnce(tick))
		for _, got := range []int{g.ask(http.MethodGet, "/?"+query, "").Code, g.ask(http.MethodPost, "/", query, formType).Code} {
			if got != want {
				t.Errorf("%q: status %d", query, got)
			}
		}
	}
	g := behind(StrictInput(), FieldsOnce(tick))
	if got := g.ask(http.MethodPost, "/?class=5B", "class=5B", formType).Code; got != http.StatusBadRequest || g.reached {
		t.Errorf("once in the address and once in the body: status %d", got)
	}
}

// FuzzFields reads a query or a form: accepted fields are text, and are the same after they are written and
// read again.
func FuzzFields(f *testing.F) {
	for _, text := range []string{"a=1&b=%C3%A9", "a;b", "a[]=1", "a=%ff", "a=%00", "a=b%0d%0ac", "%zz"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, err := strictValues(text)
		if err != nil {
			return
		}
		again, err := strictValues(values.Encode())
		if err != nil || again.Encode() != values.Encode() {
			t.Errorf("%q is read as %v, and that as %v (%v)", text, values, again, err)
		}
		if read := fmt.Sprint(values); !utf8.ValidString(read) || strings.Contains(read, "\x00") {
			t.Errorf("%q is read as %q", text, read)
		}
	})
}
