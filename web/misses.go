package web

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// The most answers "not found" that a client gets in a minute before it has to
// wait, so that ids cannot be tried one after the other.
const (
	mostMisses = 60
	missWindow = time.Minute
	// mostClients bounds the memory; beyond it new clients are not counted.
	mostClients = 100_000
)

// misses counts the misses of the current minute.
type misses struct {
	mu      sync.Mutex
	began   time.Time
	clients map[string]int
}

// LimitMisses answers 429 to a client who was told "not found" more than 60 times
// within a minute, until the minute is over. client names who asks: the person who
// is signed in, else the address.
func LimitMisses(now func() time.Time, client func(echo.Context) string) echo.MiddlewareFunc {
	count := &misses{clients: map[string]int{}}
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		name := client(c)
		if wait := count.wait(name, now()); wait > 0 {
			return tooMany(c, wait, "too many addresses that do not exist")
		}
		// The status is known only when the header is written, perhaps by whoever
		// renders the error that is returned here.
		response := c.Response()
		response.Before(func() {
			if response.Status == http.StatusNotFound {
				count.add(name, now())
			}
		})
		return next(c)
	})
}

// LimitOnlyMisses is LimitMisses for addresses that are their own proof: what is there is
// answered however often the client asked for what is not. isMiss tells the errors of next
// that say so. Whoever shares an address with somebody who guesses loses nothing.
func LimitOnlyMisses(now func() time.Time, client func(echo.Context) string, isMiss func(error) bool) echo.MiddlewareFunc {
	count := &misses{clients: map[string]int{}}
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		err := next(c)
		if err == nil || !isMiss(err) {
			return err
		}
		name := client(c)
		if wait := count.wait(name, now()); wait > 0 {
			return tooMany(c, wait, "too many addresses that do not exist")
		}
		count.add(name, now())
		return err
	})
}

// tooMany refuses a request that may be made again after the wait.
func tooMany(c echo.Context, wait time.Duration, why string) error {
	seconds := int((wait + time.Second - 1) / time.Second)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
	return echo.NewHTTPError(http.StatusTooManyRequests, why)
}

func (m *misses) wait(client string, now time.Time) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.clients[client] <= mostMisses {
		return 0
	}
	return m.began.Add(missWindow).Sub(now)
}

func (m *misses) add(client string, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Sub(m.began) >= missWindow {
		m.began = now
		clear(m.clients)
	}
	if _, counted := m.clients[client]; counted || len(m.clients) < mostClients {
		m.clients[client]++
	}
}
