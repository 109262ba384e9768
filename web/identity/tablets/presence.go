package tablets

import (
	"time"

	"rollbook/web/roll"
)

// thereFor is the time without a request after which a tablet counts as gone. Its pages send a request every
// two seconds.
const thereFor = 4 * time.Second

// Saw records a request of the tablet, in this process only: a write for every tablet every two seconds is
// too much for a database.
func (t *Tablets) Saw(id roll.TabletID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen[id] = t.clock()
}

// There reports whether the tablet is connected to this process now.
func (t *Tablets) There(id roll.TabletID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen, known := t.seen[id]
	return known && t.clock().Sub(seen) < thereFor
}
