package session

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
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
	// maxDeviceJSON keeps the cookie, encoded twice in base64, below 2,000 bytes.
	maxDeviceJSON = 960
	deviceValue   = "device"
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
			signed.SetSerializer(deviceText{})
		}
	}
	return &Devices{store: store, name: scope.name("rollbook_device")}
}

// Load is the device that the request comes from. Without a cookie, or with one
// that this server did not sign, it is a new device with nothing remembered, and
// known is false.
func (d *Devices) Load(r *http.Request) (device Device, known bool) {
	// New instead of Get: Get keeps what it read for the whole request.
	kept, err := d.store.New(r, d.name)
	if err != nil {
		return newDevice(), false
	}
	text, ok := kept.Values[deviceValue].(string)
	if !ok || json.Unmarshal([]byte(text), &device) != nil || device.ID == "" {
		return newDevice(), false
	}
	return device, true
}

// Save sends the device back to the browser; it must be called before the header of
// the answer is written. A device that has become too large forgets the oldest.
func (d *Devices) Save(w http.ResponseWriter, r *http.Request, device Device) error {
	text, err := encodeDevice(device)
	if err != nil {
		return err
	}
	// The error is about the cookie that came, which is replaced.
	kept, _ := d.store.New(r, d.name)
	kept.Values = map[any]any{deviceValue: text}
	if err := d.store.Save(r, w, kept); err != nil {
		return fmt.Errorf("save the device: %w", err)
	}
	return nil
}

func encodeDevice(device Device) (string, error) {
	for {
		text, err := json.Marshal(device)
		if err != nil {
			return "", fmt.Errorf("encode the device: %w", err)
		}
		if len(text) <= maxDeviceJSON {
			return string(text), nil
		}
		smaller, ok := device.smaller()
		if !ok {
			return "", errors.New("encode the device: too large")
		}
		device = smaller
	}
}

// deviceText writes the one value of the cookie as it is: encoding/gob would describe a
// map anew in each cookie, and read that description with every request.
type deviceText struct{}

var errNoDevice = errors.New("the cookie holds no device")

// Serialize is the text of the values of a cookie.
func (deviceText) Serialize(values any) ([]byte, error) {
	kept, ok := values.(map[any]any)
	if !ok {
		return nil, errNoDevice
	}
	text, ok := kept[deviceValue].(string)
	if !ok {
		return nil, errNoDevice
	}
	return []byte(text), nil
}

// Deserialize fills the values of a cookie.
func (deviceText) Deserialize(text []byte, values any) error {
	into, ok := values.(*map[any]any)
	if !ok {
		return errNoDevice
	}
	*into = map[any]any{deviceValue: string(text)}
	return nil
}

func newDevice() Device {
	random := make([]byte, 16)
	// rand.Read never fails: it ends the program instead.
	_, _ = rand.Read(random)
	return Device{ID: base64.RawURLEncoding.EncodeToString(random)}
}
