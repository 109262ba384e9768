package auth

import (
	"encoding/base64"
	"slices"

	"rollbook/web/roll"
)

// tabletIDSize is the size of a tablet's id in bytes.
const tabletIDSize = 12

// PairingCode returns the code for a press. It derives it from the press's token, or a device's name, and
// from about, its purpose, so that a repeated press shows the same code although only its hash is stored. It
// cannot be made without a key of this server.
func (t *Tokens) PairingCode(press, about string) string {
	text := press + "\x00" + about
	return roll.PairingCode(slices.Concat(sign(t.keys[0], "pairing code", text),
		sign(t.keys[0], "pairing code, more", text)))
}

// PairingID returns the id of the code. It uses a key of this server, because a reader of the database could
// find a short code from a plain hash.
func (t *Tokens) PairingID(code string) roll.PairingID {
	return roll.PairingID(base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "pairing", code)))
}

// PairingNumber returns the number that staff compare with the one on the tablet: two digits, which do not
// reveal the code.
func (t *Tokens) PairingNumber(code string) string {
	number := sign(t.keys[0], "pairing number", code)[0] % 90
	return string([]byte{'1' + number/10, '0' + number%10})
}

// TabletID returns the id of the tablet that a press adds. A repeated press adds it once.
func (t *Tokens) TabletID(press roll.Token) roll.TabletID {
	return roll.TabletID(base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "tablet", string(press))[:tabletIDSize]))
}

// DeviceHash hashes the id of a device's cookie. Only the hash is stored.
func (t *Tokens) DeviceHash(device string) string {
	return base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "pairing device", device))
}
