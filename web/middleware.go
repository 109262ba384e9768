package web

import (
	"net/http"
	"slices"
	"strings"

	"rollbook/web/edge"
	"rollbook/web/events"
	"rollbook/web/paths"

	"github.com/labstack/echo/v4"
)

// newEcho returns an echo with all middleware in order. The group contains the pages; assets and probes need
// no session.
func (a *App) newEcho() (*echo.Echo, *echo.Group, error) {
	e := echo.New()
	e.IPExtractor = edge.ClientAddress(a.Config.TrustedProxies)
	compress, err := edge.Compress()
	if err != nil {
		return nil, nil, err
	}
	probes := []string{a.Site.Paths.To(paths.Health), a.Site.Paths.To(paths.Ready), a.Site.Paths.To(paths.Metrics)}
	e.Use(
		a.Measures.CountRequests,
		edge.LogRequests(a.Log, a.Clock, probes...),
		edge.SecurityHeaders(a.Config.HTTPS(), a.Config.HSTSSubdomains),
		edge.AllowHost(a.Config.Public, probes...),
		edge.RequireHTTPS(a.Config.Public, a.Config.TrustedProxies, probes...),
	)
	e.GET(a.Site.Paths.Base()+"/static/*", echo.WrapHandler(a.Site.Assets))
	e.GET(a.Site.Paths.To(paths.Icon), func(c echo.Context) error {
		return c.Redirect(http.StatusFound, a.Site.Assets.Path("door-180.png"))
	})
	pages := e.Group(a.Site.Paths.Base(),
		compress,
		edge.LoadSession(a.Identity.Sessions),
		edge.Recover(a.Log),
		edge.RefuseEncodedBodies(),
		limitBodies(a.Site.Paths.To(paths.SignIn), a.takesFiles),
		edge.StrictInput(),
		edge.SameOrigin(a.Config.Public, a.isWebhook, a.formTokenValid, a.crossSiteRefused),
	)
	return e, pages, nil
}

func (a *App) crossSiteRefused(c echo.Context) {
	a.Record("request-refused").Refused(c.Request().Context(), "cross-site-refused",
		events.About{Details: c.Path()})
}

// limitBodies limits a request's body before it is read: least for a sign-in, more for a roll, most for a
// file.
func limitBodies(signIn string, takesFiles func(echo.Context) bool) echo.MiddlewareFunc {
	small, large, files := edge.LimitBody(edge.SignInBody), edge.LimitBody(edge.RollBody), edge.LimitBody(edge.UploadBody)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		limited, roomy, vast := small(next), large(next), files(next)
		return func(c echo.Context) error {
			switch {
			case c.Request().URL.Path == signIn:
				return limited(c)
			case takesFiles(c):
				return vast(c)
			}
			return roomy(c)
		}
	}
}

// formTokenValid checks the token in a form, for browsers that send neither Origin nor Sec-Fetch-Site. It is
// bound to the session, or, before sign-in, to the device.
func (a *App) formTokenValid(c echo.Context) bool {
	binding := a.Identity.Sessions.Binding(c.Request().Context())
	if binding == "" {
		device, known := a.Identity.Devices.Load(c.Request())
		if !known {
			return false
		}
		binding = device.ID
	}
	guard := c.Request().PostForm.Get("guard")
	if edge.IsUpload(c.Request()) {
		if !a.takesFiles(c) || a.Identity.Sessions.Binding(c.Request().Context()) == "" {
			return false
		}
		form, err := edge.ParseUpload(c)
		if err != nil {
			return false
		}
		guard = strings.Join(form.Value["guard"], "")
	}
	return a.Identity.Tokens.CheckFormToken(guard, binding) == nil
}

// IsBackground reports whether a page makes the request automatically. Such requests do not count as use of
// the session, and never redirect a person.
func IsBackground(r *http.Request) bool {
	return slices.ContainsFunc([]string{"/roll/statuses", "/roll/events", "/roll/tiles", "/roll/tiles/events",
		"/day/cells", "/day/events"}, func(end string) bool {
		return strings.HasSuffix(r.URL.Path, end)
	})
}

// isWebhook reports whether the request is a webhook, which has a signature.
func (a *App) isWebhook(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, a.Site.Paths.Base()+"/hooks/")
}

// takesFiles reports whether the request is one that brings a file: only then may its body
// be as large as one.
func (a *App) takesFiles(c echo.Context) bool {
	page, found := strings.CutPrefix(c.Path(), a.Site.Paths.Base()+"/schools/:school/")
	return found && c.Request().Method == http.MethodPost &&
		slices.Contains([]string{"settings/students", "settings/people/preview", "settings/teachers/file",
			"absences/file"}, page)
}
