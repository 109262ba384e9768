package visit

import (
	"context"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"rollbook/web/roll"
)

// Plugs are the networks of the demonstration's tablets. What a tablet asks for whose plug is out
// ends without an answer, as where a network is lost. The zero value has all of them in.
type Plugs struct {
	mu sync.Mutex
	// ends end what the tablets ask for now; a plug that is out has ended.
	ends map[roll.TabletID]plug
}

type plug struct {
	in  context.Context
	end context.CancelFunc
}

// Set puts the plug of the tablet in, or takes it out.
func (p *Plugs) Set(tablet roll.TabletID, in bool) {
	if !in {
		p.of(tablet).end()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ends[tablet].in != nil && p.ends[tablet].in.Err() != nil {
		delete(p.ends, tablet)
	}
}

func (p *Plugs) of(tablet roll.TabletID) plug {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.ends[tablet]
	if !ok {
		found.in, found.end = context.WithCancel(context.Background())
		if p.ends == nil {
			p.ends = make(map[roll.TabletID]plug)
		}
		p.ends[tablet] = found
	}
	return found
}

// Plugged is the middleware that leaves a tablet without an answer whose plug is out, but where the
// plug is put in again.
func (s *Shell) Plugged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		pass, _ := s.Passes.Load(r)
		_, signedIn := s.Sessions.Current(r.Context())
		if pass.ID == "" || signedIn || r.URL.Path == s.Paths.DemoNetwork() {
			return next(c)
		}
		plug := s.Demo.Plugs.of(pass.ID)
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(plug.in, cancel)()
		if plug.in.Err() == nil {
			c.SetRequest(r.WithContext(ctx))
			if err := next(c); plug.in.Err() == nil {
				return err
			}
		}
		panic(http.ErrAbortHandler)
	}
}
