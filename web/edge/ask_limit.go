package edge

import (
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
)

// The most requests of a client in a period for an action that sends mail.
const (
	mostAsks  = 10
	askWindow = 10 * time.Minute
)

// LimitAsking answers 429 to a client with ten requests within ten minutes, until the ten minutes are over.
// Client returns the client's name.
func LimitAsking(now func() time.Time, client func(echo.Context) string) echo.MiddlewareFunc {
	count := auth.NewTries(mostAsks, askWindow)
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		if wait := count.Count(client(c), now()); wait > 0 {
			return tooMany(c, wait, "asked too often")
		}
		return next(c)
	})
}
