package auth

import (
	"encoding/base64"
	"slices"

	"rollbook/web/roll"
)

// tabletIDSize is the size of a tablet's id in bytes.
const tabletIDSize = 12

// PairingCode returns the code that a press makes. It follows from the press's token, or what names a
// device, and from what it is for. The same press pressed twice shows the same code, though nothing
// but its hash is kept; nobody without a key of this server can make one.
func (t *Tokens) PairingCode(press, about string) string {
	text := press + "\x00" + about
	return roll.PairingCode(slices.Concat(sign(t.keys[0], "pairing code", text), sign(t.keys[0], "pairing code, more", text)))
}

// PairingID is the id of the code. It takes a key of this server: a code is too short to be kept
// as a plain hash, which whoever reads the database could try out.
func (t *Tokens) PairingID(code string) roll.PairingID {
	return roll.PairingID(base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "pairing", code)))
}

// PairingNumber returns the number that staff compare with the one on the tablet that shows the
// code: two digits, which tell nothing of the code.
func (t *Tokens) PairingNumber(code string) string {
	number := sign(t.keys[0], "pairing number", code)[0] % 90
	return string([]byte{'1' + number/10, '0' + number%10})
}

// TabletID is the id of the tablet that a press adds; the same press adds it once.
func (t *Tokens) TabletID(press roll.Token) roll.TabletID {
	return roll.TabletID(base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "tablet", string(press))[:tabletIDSize]))
}

// DeviceHash hashes the id of a device's cookie; only the hash is kept.
func (t *Tokens) DeviceHash(device string) string {
	return base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "pairing device", device))
}
