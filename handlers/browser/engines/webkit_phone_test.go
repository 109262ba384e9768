package engines_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/edge"
)

// phone is the width of a phone. The window of WebKit's browser cannot be so narrow, but a frame in it can.
const phone = 360

// savesOnAPhone takes a teacher through sign-in, home and roll in a frame of the phone's width.
func savesOnAPhone(t *testing.T, b browser) {
	p := apptest.BootWith(t, apptest.Options{Register: inAFrame})
	b.Size(768, 800)
	b.Go(p.Address + "/phone")
	b.do("SwitchToFrame", object{"id": 0})
	b.Click("[name=email]")
	b.Type(apptest.Teacher + tabKey + apptest.EveryPassword + enterKey)
	b.Wait(`document.querySelector("a[href*='class=8B']")`)
	wantPhone(b, "home")
	b.Click("a[href*='class=8B']")
	b.Wait(`document.querySelectorAll("[data-enrolment]").length === 28`)
	wantPhone(b, "roll")
	for _, place := range []int{2, 4, 6} {
		b.Click(fmt.Sprintf(".rows li:nth-child(%d) label", place))
	}
	b.Wait(`document.querySelector(".ticked").innerText.startsWith("3 ticked")`)
	b.Click(".choice.f-absent")
	b.Wait(`document.querySelector("#press").innerText.startsWith("Save 3 ")`)
	wantPhone(b, "ticked")
	b.Click("#press")
	b.Wait(saved("Absent", 3))
	wantPhone(b, "saved")
}

// inAFrame registers the program's pages so that the page /phone shows them in a frame.
func inAFrame(e *echo.Echo, pages *echo.Group, app *web.App) error {
	pages.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			edge.BeFramed(c.Response().Header())
			return next(c)
		}
	})
	pages.GET("/phone", func(c echo.Context) error {
		edge.ShowFrames(c.Response().Header())
		return c.HTML(http.StatusOK, fmt.Sprintf(`<iframe src="/" width="%d" height="740"></iframe>`, phone))
	})
	return apptest.Register(e, pages, app)
}

// wantPhone checks that the page is as wide as a phone and nothing stands out at the side.
func wantPhone(b browser, name string) {
	b.t.Helper()
	if width := b.Text(`innerWidth`); width != fmt.Sprint(phone) {
		b.t.Errorf("%s is %s px wide", name, width)
	}
	if wide := b.Text(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide != "0" {
		b.t.Errorf("%s: %s px stand out at the side", name, wide)
	}
	if folder := os.Getenv("PICTURES"); folder != "" {
		b.Picture(filepath.Join(folder, fmt.Sprintf("%s-phone-%s.png", b.name(), name)))
	}
}
