package edge

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/limits"
)

// LimitMisses answers 429 instead of "not found" to a client with too many misses, so that ids cannot be guessed. It
// never refuses an address that exists, so that clients who share an address with an attacker lose nothing. isMiss
// recognises the errors of next for a miss.
func LimitMisses(now func() time.Time, client func(echo.Context) limits.Client,
	isMiss func(error) bool) echo.MiddlewareFunc {
	misses := limits.NewTries(limits.Missing)
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		err := next(c)
		if err == nil || !isMiss(err) {
			return err
		}
		if wait := misses.Count(client(c), now()); wait > 0 {
			return tooMany(c, wait)
		}
		return err
	})
}

// LimitJudgments answers 429 to a client that asks too often what a typed password is worth. A miss does not count, so
// that invented links do not.
func LimitJudgments(now func() time.Time, client func(echo.Context) limits.Client,
	isMiss func(error) bool) echo.MiddlewareFunc {
	judged := limits.NewTries(limits.Judgment)
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		name := client(c)
		if wait := judged.Wait(name, now()); wait > 0 {
			return tooMany(c, wait)
		}
		err := next(c)
		if err == nil || !isMiss(err) {
			judged.Count(name, now())
		}
		return err
	})
}

// tooMany refuses a request for the wait.
func tooMany(c echo.Context, wait time.Duration) error {
	seconds := int((wait + time.Second - 1) / time.Second)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
	return echo.NewHTTPError(http.StatusTooManyRequests, "too many tries")
}
