package limits

import (
	"net/netip"
	"sync"
	"time"

	"rollbook/web/roll"
)

// Client is whose tries are counted: the network of an address, or the name of a person, a tablet or another client
// that this server knows.
type Client string

// Network returns the client at the address: a /64 of version 6, which is the usual network of one customer (RFC 6177),
// or one address of version 4. All text that is no address is one client.
func Network(text string) Client {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return "no address"
	}
	bits := 64
	if address = address.Unmap().WithZone(""); address.Is4() {
		bits = 32
	}
	return Client(netip.PrefixFrom(address, bits).Masked().String())
}

// Wider returns the network around a network: a /48 or a /24, and then all addresses. It returns false for these and
// for other clients.
func (c Client) Wider() (Client, bool) {
	network, err := netip.ParsePrefix(string(c))
	if err != nil || network.Bits() == 0 {
		return c, false
	}
	bits := map[int]int{64: 48, 32: 24}[network.Bits()]
	return Client(netip.PrefixFrom(network.Addr(), bits).Masked().String()), true
}

// mostClients limits the memory of Tries. Beyond it, new networks are counted with their neighbours, and beyond twice
// as many all together. Other clients are always counted: they are no more than a server knows.
const mostClients = 100_000

// sweepEvery is the shortest time between two searches for forgotten clients.
const sweepEvery = 10 * time.Second

// Tries counts the wrong tries of clients in the memory of this process. Make one with NewTries; it is safe for
// concurrent use.
type Tries struct {
	limit Limit

	mu      sync.Mutex
	clients map[Client]roll.Tries
	swept   time.Time
}

// NewTries counts by the row of the table.
func NewTries(of Of) *Tries { return &Tries{limit: of.Limit(), clients: make(map[Client]roll.Tries)} }

// Count counts a wrong try of the client. If the client must wait it counts none, and returns how long.
func (t *Tries) Count(client Client, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := t.key(client, now)
	if wait := t.limit.wait(t.clients[key], now); wait > 0 {
		return wait
	}
	t.clients[key] = t.limit.more(t.clients[key], now)
	return 0
}

// Wait returns how long the client must wait. Zero or less means that it may continue.
func (t *Tries) Wait(client Client, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.limit.wait(t.clients[t.key(client, now)], now)
}

// key returns the client under which the client is counted.
func (t *Tries) key(client Client, now time.Time) Client {
	// A clock may be set back.
	if len(t.clients) >= mostClients && now.Sub(t.swept).Abs() >= sweepEvery {
		t.swept = now
		for one, tries := range t.clients {
			if t.limit.left(tries, now).Count == 0 {
				delete(t.clients, one)
			}
		}
	}
	for room := mostClients; ; room += mostClients {
		wider, is := client.Wider()
		if _, counted := t.clients[client]; counted || !is || len(t.clients) < room {
			return client
		}
		client = wider
	}
}
