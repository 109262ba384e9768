package auth

import (
	"encoding/base64"
	"net/netip"
	"time"

	"rollbook/web/roll"
)

// counter is a count of wrong passwords, such as that of an account, with its limit.
type counter struct {
	key   string
	limit limit
}

// limit defines how long the next try must wait, and how a try changes the count. A wait is a promise: a try
// with the same name on the same device is checked after it, whatever others do meanwhile (SignIn.await).
type limit interface {
	wait(failures roll.Tries, now time.Time) time.Duration
	more(failures roll.Tries, now time.Time) roll.Tries
}

// ofAccount lengthens the delay with each wrong password in a row.
type ofAccount struct{}

func (ofAccount) wait(failures roll.Tries, now time.Time) time.Duration {
	return failures.Last.Add(delayAfter(failures.Count)).Sub(now)
}

func (ofAccount) more(failures roll.Tries, now time.Time) roll.Tries {
	return roll.Tries{Count: failures.Count + 1, Last: now}
}

// The limits of accounts with wrong passwords from one address. A school's people share an address, so it
// allows a morning's mistakes. On known devices this count does not apply.
const (
	FreeOfAddress = 30
	// oneMoreAfter is the time after which one more account is allowed beyond the free ones.
	oneMoreAfter = forgetting(20 * time.Second)
	// sameAccount is the time during which more wrong passwords for one account count once for the address.
	sameAccount = forgetting(24 * time.Hour)
)

// forgetting reduces a count by one after each such duration.
type forgetting time.Duration

// left returns the remaining count at the instant.
func (f forgetting) left(failures roll.Tries, now time.Time) roll.Tries {
	if failures.Count == 0 {
		return failures
	}
	while := time.Duration(f)
	forgotten := int(max(0, now.Sub(failures.Last)) / while)
	if forgotten >= failures.Count {
		return roll.Tries{Last: now}
	}
	return roll.Tries{Count: failures.Count - forgotten, Last: failures.Last.Add(time.Duration(forgotten) * while)}
}

func (f forgetting) more(failures roll.Tries, now time.Time) roll.Tries {
	left := f.left(failures, now)
	if left.Count == 0 {
		left.Last = now
	}
	return roll.Tries{Count: left.Count + 1, Last: left.Last}
}

// ofPair counts the tries of one account from one address. It delays none.
type ofPair struct{ forgetting }

func (ofPair) wait(roll.Tries, time.Time) time.Duration { return 0 }

// ofAddress allows a number of accounts, and one more after each duration.
type ofAddress struct{ forgetting }

func (a ofAddress) wait(failures roll.Tries, now time.Time) time.Duration {
	left := a.left(failures, now)
	if left.Count < FreeOfAddress {
		return 0
	}
	return min(left.Last.Add(time.Duration(left.Count-FreeOfAddress+1)*time.Duration(oneMoreAfter)).Sub(now), longestTurn)
}

// counterKeys makes the keys of counters. The keys are opaque and of one length. Without the secret they
// cannot be traced to names, and an attacker cannot find names that share one.
type counterKeys struct{ secret []byte }

// account returns the key of the account, on a device if one is given.
func (k counterKeys) account(email, device string) string {
	return base64.RawURLEncoding.EncodeToString(sign(k.secret, "account", email+"\x00"+device))
}

// nobody returns the key for an unknown name. There are 65,536 of them, so that invented names create a
// limited number of rows.
func (k counterKeys) nobody(email string) string { return k.shared("nobody", email) }

// address returns the key of the address's network, also one of 65,536.
func (k counterKeys) address(text string) string { return k.shared("address", network(text)) }

// school returns the key of all accounts of the school. Unknown names count for the empty id.
func (k counterKeys) school(id roll.SchoolID) string {
	return base64.RawURLEncoding.EncodeToString(sign(k.secret, "school", string(id)))
}

// pair returns the key of the account tried from the address's network, for an unknown name one of 65,536.
func (k counterKeys) pair(email, address string, isAccount bool) string {
	text := email + "\x00" + network(address)
	if isAccount {
		return base64.RawURLEncoding.EncodeToString(sign(k.secret, "pair", text))
	}
	return k.shared("pair", text)
}

// turn returns the key of the promised turn of a name tried on the device from the address's network, one of
// 65,536. A new browser gets its device with the sign-in page, so that others at its address cannot use its
// turn.
func (k counterKeys) turn(email string, from From) string {
	return k.shared("turn", email+"\x00"+network(from.Address)+"\x00"+from.Device)
}

// network returns the address's network, or "" for text that is not an address.
func network(text string) string {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return ""
	}
	// The usual network of one customer (RFC 6177), and of neighbours who exchange addresses.
	bits := 64
	if address = address.Unmap(); address.Is4() {
		bits = 24
	}
	prefix, err := address.WithZone("").Prefix(bits)
	if err != nil {
		return ""
	}
	return prefix.String()
}

func (k counterKeys) shared(kind, text string) string {
	return base64.RawURLEncoding.EncodeToString(sign(k.secret, kind+" place", string(sign(k.secret, kind, text)[:2])))
}
