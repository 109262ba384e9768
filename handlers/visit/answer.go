package visit

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"rollbook/static"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/identity"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Pages lays out pages and renders them.
type Pages struct {
	Paths    paths.Paths
	Assets   *static.Assets
	words    *language.Catalogue
	sessions *session.Sessions
	devices  *session.Devices
	tokens   *auth.Tokens
	days     DayReading
	// demo is nil outside the demonstration.
	demo *Demonstration
	// public is the address of the server; nil for the request's own.
	public  *url.URL
	clock   func() time.Time
	buffers sync.Pool
}

// DayReading reports whether a school's day can be read from its school system.
type DayReading interface {
	CanRead(ctx context.Context, school roll.School) (bool, error)
}

// NewPages returns the Pages of the program. Demo is nil outside the demonstration, and public without an own address.
func NewPages(site web.Site, identity *identity.Identity, days DayReading, demo *Demonstration, public *url.URL,
	clock func() time.Time) *Pages {
	return &Pages{
		Paths: site.Paths, Assets: site.Assets, words: site.Words, sessions: identity.Sessions,
		devices: identity.Devices, tokens: identity.Tokens, days: days, demo: demo, public: public, clock: clock,
	}
}

// Origin returns the beginning of this server's addresses, such as "https://roll.school.example".
func (p *Pages) Origin(c echo.Context) string { return edge.Origin(c, p.public) }

// Problems turns every error into an answer. People get a sentence. Other details go to the log, under the
// request's id, which the page shows.
type Problems struct {
	pages  *Pages
	passes *session.Tablets
	store  *store.Store
	log    *slog.Logger
}

// NewProblems returns the Problems with their pages.
func NewProblems(pages *Pages, passes *session.Tablets, store *store.Store, log *slog.Logger) *Problems {
	return &Problems{pages, passes, store, log}
}

// Render renders the component completely before it writes the status line.
func (p *Pages) Render(c echo.Context, status int, component templ.Component) error {
	buffer, _ := p.buffers.Get().(*bytes.Buffer)
	if buffer == nil {
		buffer = new(bytes.Buffer)
	}
	defer p.buffers.Put(buffer)
	buffer.Reset()
	// An upload that stops ends the request's context. It is answered anyway.
	if err := component.Render(context.WithoutCancel(c.Request().Context()), buffer); err != nil {
		return err
	}
	header := c.Response().Header()
	header.Add("Vary", "HX-Request")
	if !ByScript(c) {
		// The browser requests it before it has parsed the page (RFC 8288).
		header.Set("Link", "<"+p.Assets.Path("rollbook.css")+">; rel=preload; as=style")
	}
	return c.Blob(status, echo.MIMETextHTMLCharsetUTF8, buffer.Bytes())
}

// ByScript reports whether htmx requests a fragment. It returns false for a page restored from its history,
// which is answered whole.
func ByScript(c echo.Context) bool {
	header := c.Request().Header
	return header.Get("HX-Request") == "true" && header.Get("HX-History-Restore-Request") != "true" &&
		header.Get("HX-Boosted") != "true"
}

// confined is the key of Identity.Confined in a request.
const confined = "confined"

// GoTo sends the browser to the address with GET. A tablet gets no redirect, which its worker could not
// distinguish from that of a portal.
func GoTo(c echo.Context, address string) error {
	isConfined, _ := c.Get(confined).(bool)
	switch {
	case ByScript(c):
		c.Response().Header().Set("HX-Redirect", address)
		return c.NoContent(http.StatusOK)
	case isConfined:
		return LeadOn(c, address)
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// Done sends the browser to the address after an action, or returns the error of one that failed.
func Done(c echo.Context, err error, address string) error {
	if err != nil {
		return err
	}
	return GoTo(c, address)
}

// LeadOn sends the browser to the address without a redirect.
func LeadOn(c echo.Context, address string) error {
	if ByScript(c) {
		return GoTo(c, address)
	}
	c.Response().Header().Set("Refresh", "0;url="+address)
	return c.HTML(http.StatusOK, "")
}

// CSV is the media type of a text with separators, as a download.
const CSV = "text/csv; charset=utf-8; header=present"

// downloadLimit limits the time of a download.
const downloadLimit = 10 * time.Minute

// Download makes the answer a file of the name and the media type, which may take a while.
func Download(c echo.Context, name, media string) error {
	header := c.Response().Header()
	header.Set("Content-Type", media)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	err := http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(downloadLimit))
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}
