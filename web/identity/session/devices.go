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

// Devices stores a browser's own settings in a signed cookie. The user can read it but not change it.
type Devices struct{ cookie signedCookie }

// NewDevices makes a Devices that signs with the newest key and accepts the older ones too. Keys are 32 bytes
// (vault.Vault.Derive).
func NewDevices(scope Scope, newest []byte, older ...[]byte) *Devices {
	return &Devices{newSignedCookie(scope, "rollbook_device", newest, older)}
}

// Load returns the device of the request. Without a cookie, or with one that this server did not sign, it
// returns a new device and false.
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

// Save sends the device back to the browser. Call it before writing the answer's header. A device that is too
// large drops its oldest entries.
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
