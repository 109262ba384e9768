package edge

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
)

// The most answers "not found" that a client gets in a minute before it has to
// wait, so that ids cannot be tried one after the other.
const (
	mostMisses = 60
	missWindow = time.Minute
)

// LimitMisses answers 429 to a client who was told "not found" more than 60 times
// within a minute, until the minute is over. client names who asks: the person who
// is signed in, else the address.
func LimitMisses(now func() time.Time, client func(echo.Context) string) echo.MiddlewareFunc {
	count := auth.NewTries(mostMisses, missWindow)
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		name := client(c)
		if wait := count.Wait(name, now()); wait > 0 {
			return tooMany(c, wait, "too many addresses that do not exist")
		}
		// The status is known only when the header is written, perhaps by whoever
		// renders the error that is returned here.
		response := c.Response()
		response.Before(func() {
			if response.Status == http.StatusNotFound {
				count.Count(name, now())
			}
		})
		return next(c)
	})
}

// LimitOnlyMisses is LimitMisses for addresses that are their own proof: what is there is
// answered however often the client asked for what is not. isMiss tells the errors of next
// that say so. Whoever shares an address with somebody who guesses loses nothing.
func LimitOnlyMisses(now func() time.Time, client func(echo.Context) string, isMiss func(error) bool) echo.MiddlewareFunc {
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

// tooMany refuses a request that may be made again after the wait.
func tooMany(c echo.Context, wait time.Duration, why string) error {
	seconds := int((wait + time.Second - 1) / time.Second)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
	return echo.NewHTTPError(http.StatusTooManyRequests, why)
}
