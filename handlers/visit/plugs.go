package visit

import (
	"context"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"rollbook/web/roll"
)

// Plugs are the simulated networks of the demonstration's tablets. While a tablet's plug is out, its requests
// end without an answer, as in a lost network. In the zero value all plugs are in.
type Plugs struct {
	mu sync.Mutex
	// pulled contains a channel for a tablet, closed while its plug is out.
	pulled map[roll.TabletID]chan struct{}
}

// Set plugs the tablet in or out.
func (p *Plugs) Set(tablet roll.TabletID, in bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pulled := p.of(tablet); in == isOut(pulled) {
		if in {
			delete(p.pulled, tablet)
			return
		}
		close(pulled)
	}
}

// Of returns a channel that is closed when the tablet's plug is pulled.
func (p *Plugs) Of(tablet roll.TabletID) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of(tablet)
}

func (p *Plugs) of(tablet roll.TabletID) chan struct{} {
	if p.pulled == nil {
		p.pulled = make(map[roll.TabletID]chan struct{})
	}
	if p.pulled[tablet] == nil {
		p.pulled[tablet] = make(chan struct{})
	}
	return p.pulled[tablet]
}

func isOut(pulled <-chan struct{}) bool {
	select {
	case <-pulled:
		return true
	default:
		return false
	}
}

// Plugged is middleware that does not answer requests of an unplugged tablet, except to the address that
// plugs it in again.
func (s *Visitors) Plugged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		pass, _ := s.passes.Load(r)
		_, signedIn := s.sessions.Current(r.Context())
		if pass.ID == "" || signedIn || r.URL.Path == s.pages.Paths.DemoNetwork() {
			return next(c)
		}
		pulled := s.pages.demo.Plugs.Of(pass.ID)
		if !isOut(pulled) {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			go func() {
				select {
				case <-pulled:
					cancel()
				case <-ctx.Done():
				}
			}()
			c.SetRequest(r.WithContext(ctx))
			if err := next(c); !isOut(pulled) {
				return err
			}
		}
		panic(http.ErrAbortHandler)
	}
}
