package edge

import (
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// The most requests of a client in a period for an action that sends mail.
const (
	mostAsks  = 10
	askWindow = 10 * time.Minute
	// mostClients limits the memory. Beyond it new clients must wait.
	mostClients = 100_000
)

// LimitAsking answers 429 to a client with ten requests within ten minutes, until the ten minutes are over.
// Client returns the client's name.
func LimitAsking(now func() time.Time, client func(echo.Context) string) echo.MiddlewareFunc {
	var mu sync.Mutex
	var began time.Time
	asks := make(map[string]int)
	wait := func(name string) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		if at := now(); at.Sub(began) >= askWindow {
			began = at
			clear(asks)
		}
		_, counted := asks[name]
		if !counted && len(asks) >= mostClients || asks[name] >= mostAsks {
			return began.Add(askWindow).Sub(now())
		}
		asks[name]++
		return 0
	}
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		if left := wait(client(c)); left > 0 {
			return tooMany(c, left, "asked too often")
		}
		return next(c)
	})
}
