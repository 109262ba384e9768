package visit

import (
	"context"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"rollbook/web/roll"
)

// Plugs are the networks of the demonstration's tablets. While a tablet's plug is out its requests end
// without an answer, as where a network is lost. In the zero value all plugs are in.
type Plugs struct {
	mu sync.Mutex
	// pulled has a channel for a tablet, which is closed while its plug is out.
	pulled map[roll.TabletID]chan struct{}
}

// Set puts the plug of the tablet in, or takes it out.
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

// Of returns a channel that is closed when the plug of the tablet is taken out.
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

// Plugged is the middleware that answers no request of a tablet whose plug is out, but for the address
// at which the plug is put in again.
func (s *Shell) Plugged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		pass, _ := s.Passes.Load(r)
		_, signedIn := s.Sessions.Current(r.Context())
		if pass.ID == "" || signedIn || r.URL.Path == s.Paths.DemoNetwork() {
			return next(c)
		}
		pulled := s.Demo.Plugs.Of(pass.ID)
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
