package visit

import (
	"bytes"
	"context"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
)

// Render renders the component completely before it writes the status line.
func (s *Shell) Render(c echo.Context, status int, component templ.Component) error {
	buffer, _ := s.buffers.Get().(*bytes.Buffer)
	if buffer == nil {
		buffer = new(bytes.Buffer)
	}
	defer s.buffers.Put(buffer)
	buffer.Reset()
	// An upload that stops ends the request's context. It is answered anyway.
	if err := component.Render(context.WithoutCancel(c.Request().Context()), buffer); err != nil {
		return err
	}
	header := c.Response().Header()
	header.Add("Vary", "HX-Request")
	if !ByScript(c) {
		// The browser requests it before it has parsed the page (RFC 8288).
		header.Set("Link", "<"+s.Assets.Path("rollbook.css")+">; rel=preload; as=style")
	}
	return c.Blob(status, echo.MIMETextHTMLCharsetUTF8, buffer.Bytes())
}

// ByScript reports whether htmx requests a fragment. It returns false for a page restored from its history,
// which is answered whole.
func ByScript(c echo.Context) bool {
	header := c.Request().Header
	return header.Get("HX-Request") == "true" && header.Get("HX-History-Restore-Request") != "true" && header.Get("HX-Boosted") != "true"
}

// GoTo sends the browser to the address with GET.
func GoTo(c echo.Context, address string) error {
	if ByScript(c) {
		c.Response().Header().Set("HX-Redirect", address)
		return c.NoContent(http.StatusOK)
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// LeadOn sends the browser to the address without a redirect.
func LeadOn(c echo.Context, address string) error {
	if ByScript(c) {
		return GoTo(c, address)
	}
	c.Response().Header().Set("Refresh", "0;url="+address)
	return c.HTML(http.StatusOK, "")
}
