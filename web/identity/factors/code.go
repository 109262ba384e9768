package factors

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // Authenticator apps compute the codes of RFC 6238 with it.
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

const (
	// A code is valid for stepLasts seconds (RFC 6238, section 4), and for drift steps before and after, since a phone's
	// clock may be wrong.
	stepLasts = 30
	drift     = 1
	// codeDigits is the length of a code, and beyondCode the first number with one digit more.
	codeDigits = 6
	beyondCode = 1_000_000
)

// inLetters writes a secret as people type it.
func inLetters() *base32.Encoding { return base32.StdEncoding.WithPadding(base32.NoPadding) }

// CodeAt returns the code that an app with the secret shows at the instant (RFC 4226, section 5.3).
func CodeAt(secret string, at time.Time) (string, error) {
	key, err := inLetters().DecodeString(secret)
	if err != nil {
		return "", fmt.Errorf("read the secret of an authenticator app: %w", err)
	}
	mac := hmac.New(sha1.New, key)
	if err := binary.Write(mac, binary.BigEndian, at.Unix()/stepLasts); err != nil {
		return "", fmt.Errorf("compute a code: %w", err)
	}
	sum := mac.Sum(nil)
	from := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%0*d", codeDigits, binary.BigEndian.Uint32(sum[from:])&0x7fffffff%beyondCode), nil
}

// stepOf returns the step (RFC 6238, section 4) of a code, if it is near the present one.
func (f *Factors) stepOf(secret, code string) (int64, bool) {
	now := f.clock().Unix() / stepLasts
	for step := now - drift; step <= now+drift; step++ {
		right, err := CodeAt(secret, time.Unix(step*stepLasts, 0))
		if err == nil && subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

// appAddress returns what an app reads with the camera: the secret with the account that it belongs to.
func appAddress(secret, account string) string {
	address := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + product + ":" + account}
	address.RawQuery = url.Values{"secret": {secret}, "issuer": {product}, "algorithm": {"SHA1"},
		"digits": {strconv.Itoa(codeDigits)}, "period": {strconv.Itoa(stepLasts)}}.Encode()
	return address.String()
}
