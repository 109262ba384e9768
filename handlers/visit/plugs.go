package visit

import (
	"sync"

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
