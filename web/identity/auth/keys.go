package auth

import (
	"encoding/base64"
	"strings"

	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

// counterKeys makes the keys of counters. The keys are opaque and of one length. Without the secret they
// cannot be traced to names, and an attacker cannot find names that share one.
type counterKeys struct{ secret []byte }

// queues is the number of queues in which new devices wait for their password's comparison.
const queues = 64

// queue returns the queue of a name, alike for names with and without an account.
func (k counterKeys) queue(name string) Lane { return Lane(sign(k.secret, "queue", name)[0] % queues) }

// own returns the key of the name, on a device if one is given.
func (k counterKeys) own(name, device string) roll.Counter {
	return at(sign(k.secret, "account", name+"\x00"+device))
}

// shared returns one of 65,536 keys of the kind, so that invented texts create a limited number of rows.
func (k counterKeys) shared(kind, text string) roll.Counter {
	return at(sign(k.secret, kind+" place", string(sign(k.secret, kind, text)[:2])))
}

// at returns the counter with the key. All of sign-ins have one place.
func at(key []byte) roll.Counter {
	return roll.Counter{Place: "sign-in", Person: roll.PersonID(base64.RawURLEncoding.EncodeToString(key))}
}

// network returns the address's network: a /64, or a /24 of version 4, where neighbours exchange addresses.
func network(address string) string {
	client := limits.Network(address)
	if strings.HasSuffix(string(client), "/32") {
		client, _ = client.Wider()
	}
	return string(client)
}

// counters returns the counters of a try of the name, those of the account first and of the device last, and the key of
// its promised turn. On a known device only the name's count for that device applies, so that strangers cannot use it
// up. Elsewhere device, account and address count apart.
func (k counterKeys) counters(name string, from From, isAccount, known bool) ([]limits.Counter, roll.Counter) {
	network := network(from.Address)
	// A new browser gets its device with the sign-in page, so that others at its address cannot use its turn.
	device := name + "\x00" + network + "\x00" + from.Device
	promise := k.shared("turn", device)
	if known {
		return []limits.Counter{{Key: k.own(name, from.Device), Of: limits.Device}}, promise
	}
	account, pair := k.shared("nobody", name), k.shared("pair", name+"\x00"+network)
	if isAccount {
		account, pair = k.own(name, ""), at(sign(k.secret, "pair", name+"\x00"+network))
	}
	return []limits.Counter{
		{Key: account, Of: limits.Account}, {Key: pair, Of: limits.Pair},
		{Key: k.shared("address", network), Of: limits.Address},
		{Key: k.shared("domain", name[strings.LastIndexByte(name, '@')+1:]), Of: limits.Domain},
		{Key: k.shared("device", device), Of: limits.Device},
	}, promise
}
