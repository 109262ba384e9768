package edge

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"
)

// rollPage resembles a page of 30 students: 24 KB of markup with few words in it.
func rollPage() []byte {
	var page bytes.Buffer
	page.WriteString("<!doctype html><html lang=\"en\"><title>5B</title><form><ol>")
	for row := range 30 {
		fmt.Fprintf(&page, `<li class="row" data-enrolment="%d" data-student="%d" data-outcome="none"><label>`, 910000+row*37, 55000+row*91)
		fmt.Fprintf(&page, `<input type="checkbox" name="enrolment" value="%d"><span class="name">Student%c %x</span>`, 910000+row*37, 'A'+row%26, row*7919)
		page.WriteString(strings.Repeat(`<span class="chip chip--present" data-status>Present</span><span class="row__text">Saved at 08:31</span>`, 6))
		page.WriteString("</label></li>")
	}
	page.WriteString("</ol></form></html>")
	return page.Bytes()
}

func compressing(t testing.TB, level int, handler echo.HandlerFunc) *echo.Echo {
	t.Helper()
	compress, err := compressAt(level)
	if err != nil {
		t.Fatal(err)
	}
	e := echo.New()
	e.Use(compress)
	e.GET("/", handler)
	return e
}

func html(page []byte) echo.HandlerFunc {
	return func(c echo.Context) error { return c.HTMLBlob(http.StatusOK, page) }
}

func BenchmarkCompressAPage(b *testing.B) {
	page := rollPage()
	for level := 1; level <= 9; level++ {
		b.Run(fmt.Sprintf("level %d", level), func(b *testing.B) {
			e := compressing(b, level, html(page))
			size := 0
			for b.Loop() {
				size = get(e, "Accept-Encoding", "gzip").Body.Len()
			}
			b.ReportMetric(float64(size), "bytes/page")
		})
	}
}

// get requests the root with one header.
func get(handler http.Handler, name, value string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.Header.Set(name, value)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder
}

func TestPagesAreCompressedForBrowsersThatAcceptIt(t *testing.T) {
	t.Parallel()
	page := rollPage()
	e := compressing(t, compressLevel, html(page))
	for accepted, want := range map[string]string{"gzip, deflate, br, zstd": "zstd", "gzip, deflate, br": "gzip", "gzip;q=0": "", "br": "", "": ""} {
		answer := get(e, "Accept-Encoding", accepted)
		if got := answer.Header().Get("Content-Encoding"); got != want {
			t.Errorf("%q: Content-Encoding %q", accepted, got)
		}
		if !strings.Contains(strings.Join(answer.Header().Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%q: Vary %q", accepted, answer.Header().Values("Vary"))
		}
		if want != "" && answer.Body.Len() > len(page)/4 {
			t.Errorf("%s: %d of %d bytes", want, answer.Body.Len(), len(page))
		}
		if got, err := io.ReadAll(unpacked(t, want, answer.Body)); err != nil || !bytes.Equal(got, page) {
			t.Errorf("%q: another page arrives (%v)", accepted, err)
		}
	}
}

// unpacked reads a body of that coding, empty for none.
func unpacked(t *testing.T, coding string, body io.Reader) io.Reader {
	t.Helper()
	var err error
	switch coding {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestSmallAnswersAndFinishedFilesAreNotCompressed(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]echo.HandlerFunc{
		"small":    html([]byte("<p>Saved")),
		"picture":  func(c echo.Context) error { return c.Blob(http.StatusOK, "image/png", rollPage()) },
		"no media": func(c echo.Context) error { return c.NoContent(http.StatusNoContent) },
	} {
		if got := get(compressing(t, compressLevel, handler), "Accept-Encoding", "gzip").Header().Get("Content-Encoding"); got != "" {
			t.Errorf("%s: Content-Encoding %q", name, got)
		}
	}
}

func TestAnEventStreamLeavesAtOnce(t *testing.T) {
	t.Parallel()
	e := compressing(t, compressLevel, func(c echo.Context) error {
		c.Response().Header().Set("Content-Type", "text/event-stream")
		c.Response().WriteHeader(http.StatusOK)
		c.Response().Flush()
		return nil
	})
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.Header.Set("Accept-Encoding", "gzip")
	request.Header.Set("Accept", "text/event-stream")
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if !recorder.Flushed || recorder.Header().Get("Content-Encoding") != "" {
		t.Errorf("flushed %v, encoding %q", recorder.Flushed, recorder.Header().Get("Content-Encoding"))
	}
}

func TestErrorPagesAreCompressedToo(t *testing.T) {
	t.Parallel()
	e := compressing(t, compressLevel, func(echo.Context) error { return echo.ErrTeapot })
	e.HTTPErrorHandler = func(_ error, c echo.Context) {
		if err := c.HTMLBlob(http.StatusTeapot, rollPage()); err != nil {
			t.Error(err)
		}
	}
	answer := get(e, "Accept-Encoding", "gzip")
	if answer.Code != http.StatusTeapot || answer.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("status %d, encoding %q", answer.Code, answer.Header().Get("Content-Encoding"))
	}
}
