package edge

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
)

// The most answers "not found" to a client in a minute before it must wait, so that ids cannot be guessed.
const (
	mostMisses = 60
	missWindow = time.Minute
)

// LimitMisses answers 429 to a client with more than 60 answers "not found" within a minute, until the minute
// is over. Client returns the signed-in person or the address.
func LimitMisses(now func() time.Time, client func(echo.Context) string) echo.MiddlewareFunc {
	count := auth.NewTries(mostMisses, missWindow)
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		name := client(c)
		if wait := count.Wait(name, now()); wait > 0 {
			return tooMany(c, wait, "too many addresses that do not exist")
		}
		// The status is known only when the header is written, perhaps by the error handler.
		response := c.Response()
		response.Before(func() {
			if response.Status == http.StatusNotFound {
				count.Count(name, now())
			}
		})
		return next(c)
	})
}

// LimitOnlyMisses is LimitMisses for addresses that contain a secret: it never refuses a valid one, whatever
// the client's misses, so that clients who share an address with an attacker lose nothing. isMiss recognises
// the errors of next for a miss.
func LimitOnlyMisses(now func() time.Time, client func(echo.Context) string,
	isMiss func(error) bool) echo.MiddlewareFunc {
	count := auth.NewTries(mostMisses, missWindow)
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		err := next(c)
		if err == nil || !isMiss(err) {
			return err
		}
		name := client(c)
		if wait := count.Wait(name, now()); wait > 0 {
			return tooMany(c, wait, "too many addresses that do not exist")
		}
		count.Count(name, now())
		return err
	})
}

// tooMany refuses a request until the wait is over.
func tooMany(c echo.Context, wait time.Duration, why string) error {
	seconds := int((wait + time.Second - 1) / time.Second)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
	return echo.NewHTTPError(http.StatusTooManyRequests, why)
}
