package session

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
)

// mostDeviceCookie keeps the cookie, with its name, below 2,000 bytes.
const mostDeviceCookie = 1800

// Devices keeps what belongs to a browser in a signed cookie. Anybody can read his
// own; nobody can change it.
type Devices struct{ cookie signedCookie }

// NewDevices signs with the newest key and accepts the older ones too. Keys are
// 32 bytes (vault.Vault.Derive).
func NewDevices(scope Scope, newest []byte, older ...[]byte) *Devices {
	return &Devices{newSignedCookie(scope, "rollbook_device", newest, older)}
}

// Load is the device that the request comes from. Without a cookie, or with one
// that this server did not sign, it is a new device with nothing remembered, and
// known is false.
func (d *Devices) Load(r *http.Request) (device Device, known bool) {
	cookie, err := r.Cookie(d.cookie.name)
	if err != nil {
		return newDevice(), false
	}
	if err := d.cookie.read(cookie.Value, &device); err != nil || device.ID == "" {
		return newDevice(), false
	}
	return device, true
}

// Save sends the device back to the browser; it must be called before the header of
// the answer is written. A device that has become too large forgets the oldest.
func (d *Devices) Save(w http.ResponseWriter, device Device) error {
	for {
		signed, err := d.cookie.sign(device)
		if err != nil {
			return fmt.Errorf("save the device: %w", err)
		}
		if len(signed) <= mostDeviceCookie {
			d.cookie.set(w, signed)
			return nil
		}
		smaller, ok := device.smaller()
		if !ok {
			return errors.New("save the device: too large")
		}
		device = smaller
	}
}

func newDevice() Device {
	random := make([]byte, 16)
	// rand.Read never fails: it ends the program instead.
	_, _ = rand.Read(random)
	return Device{ID: base64.RawURLEncoding.EncodeToString(random)}
}
