package session

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
)

const (
	// deviceAge is what browsers allow at most.
	deviceAge = 400 * 24 * time.Hour
	// mostDeviceCookie keeps the cookie, with its name, below 2,000 bytes.
	mostDeviceCookie = 1800
)

// Devices keeps what belongs to a browser in a signed cookie. Anybody can read his
// own; nobody can change it.
type Devices struct {
	store *sessions.CookieStore
	name  string
}

// NewDevices signs with the newest key and accepts the older ones too. Keys are
// 32 bytes (vault.Vault.Derive).
func NewDevices(scope Scope, newest []byte, older ...[]byte) *Devices {
	// Pairs of a signing and an encryption key; nothing in here is secret.
	pairs := [][]byte{newest, nil}
	for _, key := range older {
		pairs = append(pairs, key, nil)
	}
	store := sessions.NewCookieStore(pairs...)
	store.Options = &sessions.Options{Path: scope.Path, Secure: scope.Secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	// Sets the cookie's age and the age up to which a signature is accepted.
	store.MaxAge(int(deviceAge.Seconds()))
	for _, codec := range store.Codecs {
		if signed, ok := codec.(*securecookie.SecureCookie); ok {
			// encoding/gob would describe the type anew in each cookie.
			signed.SetSerializer(securecookie.JSONEncoder{})
		}
	}
	return &Devices{store: store, name: scope.name("rollbook_device")}
}

// Load is the device that the request comes from. Without a cookie, or with one
// that this server did not sign, it is a new device with nothing remembered, and
// known is false.
func (d *Devices) Load(r *http.Request) (device Device, known bool) {
	cookie, err := r.Cookie(d.name)
	if err != nil {
		return newDevice(), false
	}
	if err := securecookie.DecodeMulti(d.name, cookie.Value, &device, d.store.Codecs...); err != nil || device.ID == "" {
		return newDevice(), false
	}
	return device, true
}

// Save sends the device back to the browser; it must be called before the header of
// the answer is written. A device that has become too large forgets the oldest.
func (d *Devices) Save(w http.ResponseWriter, device Device) error {
	for {
		signed, err := securecookie.EncodeMulti(d.name, device, d.store.Codecs...)
		if err != nil {
			return fmt.Errorf("save the device: %w", err)
		}
		if len(signed) <= mostDeviceCookie {
			http.SetCookie(w, sessions.NewCookie(d.name, signed, d.store.Options))
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
