package apiclient

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// The names of the three headers that every request carries, in the spelling of the service's document
// (section 5).
const (
	HeaderKey        = "service-secret-key"
	HeaderSchoolCode = "schoolCode"
	HeaderTenant     = "tenant"
)

// maxCredentialBytes keeps the three headers well below the size that servers accept.
const maxCredentialBytes = 1024

// ErrCredentials is wrapped by every error about credentials that cannot be sent.
var ErrCredentials = errors.New("credentials cannot be sent")

// Credentials are the three values that identify one school (service document, section 5).
type Credentials struct {
	// Tenant is the subdomain of the account's sign-in address. For an account with its own domain it is the
	// whole domain.
	Tenant string
	// SchoolCode is the code of the school. A key works only with the code of its own school.
	SchoolCode string
	// Key is the API key.
	Key Key
}

// Validate checks that the three values can be sent as headers: printable ASCII, no space at either end, 1 to
// 1,024 bytes. Its errors name the wrong value and never show it.
func (c Credentials) Validate() error {
	values := []struct{ name, value string }{
		{HeaderTenant, c.Tenant}, {HeaderSchoolCode, c.SchoolCode}, {HeaderKey, c.Key.Reveal()},
	}
	for _, v := range values {
		if problem := headerValueProblem(v.value); problem != "" {
			return fmt.Errorf("%w: %s %s", ErrCredentials, v.name, problem)
		}
	}
	return nil
}

func headerValueProblem(value string) string {
	switch {
	case value == "":
		return "is empty"
	case len(value) > maxCredentialBytes:
		return fmt.Sprintf("is longer than %d bytes", maxCredentialBytes)
	case value[0] == ' ' || value[len(value)-1] == ' ':
		return "begins or ends with a space"
	}
	for _, b := range []byte(value) {
		switch {
		case b == '\r' || b == '\n':
			return "contains a line break"
		case b < ' ' || b == 0x7f:
			return "contains a control character"
		case b > 0x7f:
			return "contains a character that is not ASCII"
		}
	}
	return ""
}

// apply sets the three headers in the documented spelling. http.Header.Set would change the spelling.
func (c Credentials) apply(header http.Header) {
	header[HeaderKey] = []string{c.Key.Reveal()}
	header[HeaderSchoolCode] = []string{c.SchoolCode}
	header[HeaderTenant] = []string{c.Tenant}
}

// Key is the API key of one school (service document, section 5). It does not print itself: every usual way
// of turning it into text gives its masked form, with only the last four characters of the key. [Key.Reveal]
// returns the key itself.
//
// The zero Key is empty.
type Key struct {
	// A closure, because packages that print by reflection follow strings and pointers.
	reveal func() string
}

// NewKey wraps a key as the service issued it.
func NewKey(value string) Key {
	return Key{reveal: func() string { return value }}
}

// Reveal returns the key itself. Only code that sends or seals the key needs it.
func (k Key) Reveal() string {
	if k.reveal == nil {
		return ""
	}
	return k.reveal()
}

// IsZero reports whether the key is empty.
func (k Key) IsZero() bool { return k.Reveal() == "" }

// Equal compares two keys in a time that does not depend on where they differ.
func (k Key) Equal(other Key) bool {
	return subtle.ConstantTimeCompare([]byte(k.Reveal()), []byte(other.Reveal())) == 1
}

// Masked returns the form in which the service itself lists keys: only the last four characters are visible.
// It masks a key of fewer than twelve characters completely.
func (k Key) Masked() string { return mask(k.Reveal()) }

// String returns the masked form.
func (k Key) String() string { return k.Masked() }

// Format writes the masked form for every verb.
func (k Key) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, k.Masked()) }

// MarshalText writes the masked form, also for JSON and logs.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.Masked()), nil }

const (
	maskedTail    = 4
	shortestShown = 12
	maskPrefix    = "****"
)

func mask(value string) string {
	switch {
	case value == "":
		return ""
	case len(value) < shortestShown:
		return maskPrefix
	default:
		return maskPrefix + value[len(value)-maskedTail:]
	}
}
