package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/netip"
	"time"

	"rollbook/web/roll"
)

// counter names a count of wrong passwords, such as that of an account, and its limit.
type counter struct {
	key   string
	limit limit
}

// limit says how long the next try waits, and what one more makes of the count.
type limit interface {
	wait(failures Failures, now time.Time) time.Duration
	more(failures Failures, now time.Time) Failures
}

// ofAccount delays more with each wrong password in a row.
type ofAccount struct{}

func (ofAccount) wait(failures Failures, now time.Time) time.Duration {
	return failures.RetryAfter(now)
}

func (ofAccount) more(failures Failures, now time.Time) Failures {
	return Failures{Count: failures.Count + 1, Last: now}
}

// The wrong passwords that come from one address, whatever the accounts. A school's people share
// one, so it bears a morning's mistakes; on their own devices they do not count at all.
const (
	freeOfAddress = 30
	// oneMoreAfter is the time after which one more try is allowed beyond those.
	oneMoreAfter = forgetting(20 * time.Second)
)

// forgetting forgets one of what was counted after each while.
type forgetting time.Duration

// left returns the part of the count that remains at the instant.
func (f forgetting) left(failures Failures, now time.Time) Failures {
	if failures.Count == 0 {
		return failures
	}
	while := time.Duration(f)
	forgotten := int(max(0, now.Sub(failures.Last)) / while)
	if forgotten >= failures.Count {
		return Failures{Last: now}
	}
	return Failures{Count: failures.Count - forgotten, Last: failures.Last.Add(time.Duration(forgotten) * while)}
}

func (f forgetting) more(failures Failures, now time.Time) Failures {
	left := f.left(failures, now)
	if left.Count == 0 {
		left.Last = now
	}
	return Failures{Count: left.Count + 1, Last: left.Last}
}

// ofAddress bears so many tries, and one more after each while.
type ofAddress struct{ forgetting }

func (a ofAddress) wait(failures Failures, now time.Time) time.Duration {
	left := a.left(failures, now)
	if left.Count < freeOfAddress {
		return 0
	}
	return left.Last.Add(time.Duration(left.Count-freeOfAddress+1) * time.Duration(oneMoreAfter)).Sub(now)
}

// counterKeys makes the keys of counters: opaque, of one length, and such that nobody without the
// secret can tell whose they are, or find names that share one.
type counterKeys struct{ secret []byte }

// account is the key of the account, on the device where one is named.
func (k counterKeys) account(email, device string) string {
	return base64.RawURLEncoding.EncodeToString(k.sum("account", email+"\x00"+device))
}

// nobody is the key of a name that nobody has. There are 65,536 of them, so that made-up names
// leave no more rows than that.
func (k counterKeys) nobody(email string) string { return k.shared("nobody", email) }

// address is the key of the network that the address lies in, one of 65,536 too.
func (k counterKeys) address(text string) string { return k.shared("address", network(text)) }

// school returns the key of all accounts of the school; names that nobody has count for the empty id.
func (k counterKeys) school(id roll.SchoolID) string {
	return base64.RawURLEncoding.EncodeToString(k.sum("school", string(id)))
}

// turn returns the key of the turn that a try of the name from the address's network waits for, one
// of 65,536.
func (k counterKeys) turn(email, address string) string {
	return k.shared("turn", email+"\x00"+network(address))
}

// network returns the network that the address lies in, empty for a text that is no address.
func network(text string) string {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return ""
	}
	// What one customer commonly has (RFC 6177), and neighbours who change addresses among them.
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
	return base64.RawURLEncoding.EncodeToString(k.sum(kind+" place", string(k.sum(kind, text)[:2])))
}

func (k counterKeys) sum(kind, text string) []byte {
	mac := hmac.New(sha256.New, k.secret)
	// Writing to a hash never fails.
	_, _ = mac.Write([]byte(kind + "\x00" + text))
	return mac.Sum(nil)
}
