package edge

import (
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
)

// askWindow is the period in which requests are counted.
const askWindow = 10 * time.Minute

// LimitAsking answers 429 to a client with more than most requests within ten minutes, until the ten minutes are
// over. Client returns the client's name.
func LimitAsking(most int, now func() time.Time, client func(echo.Context) string) echo.MiddlewareFunc {
	count := auth.NewTries(most, askWindow)
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		if wait := count.Count(client(c), now()); wait > 0 {
			return tooMany(c, wait, "asked too often")
		}
		return next(c)
	})
}
