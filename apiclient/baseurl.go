package apiclient

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// ErrBaseURL is the kind of every error about a base address that is refused.
var ErrBaseURL = errors.New("address refused")

// BaseURL is a checked and normalised base address of a school's service: scheme, host, port where it
// is not the scheme's own, and a path prefix without a slash at its end. The zero BaseURL is none.
type BaseURL struct {
	scheme, host, prefix string
	port                 uint16
}

const (
	maxBaseURLBytes = 2048
	maxHostBytes    = 253
)

// ParseBaseURL checks and normalises an address typed by a person. It accepts https on port 443, and
// where the operator allows private addresses, http and other ports too; whether a name then really
// leads to such an address is checked at every connect.
//
// User names, queries, fragments, other schemes, addresses that are private without being allowed, and
// spellings that could be read in two ways are refused with [ErrBaseURL]. The host is lowercased, its
// trailing dot is dropped, an international name becomes punycode. A path from /serviceapi on belongs to a call
// and is left out.
func ParseBaseURL(text string, guard Guard) (BaseURL, error) {
	base, err := parseBaseURL(strings.TrimSpace(text), guard)
	if err != nil {
		return BaseURL{}, fmt.Errorf("%w: %w", ErrBaseURL, err)
	}
	return base, nil
}

func parseBaseURL(text string, guard Guard) (BaseURL, error) {
	if len(text) > maxBaseURLBytes {
		return BaseURL{}, badAddress(AddressUnreadable, "it is too long")
	}
	parsed, err := url.Parse(text)
	if err != nil {
		return BaseURL{}, badAddress(AddressUnreadable, "it is not a web address") // url's own text repeats the input
	}
	if err := checkParts(parsed, text); err != nil {
		return BaseURL{}, err
	}
	host, err := normaliseHost(parsed, guard)
	if err != nil {
		return BaseURL{}, err
	}
	port, err := parsePort(parsed)
	if err != nil {
		return BaseURL{}, err
	}
	prefix, err := parsePrefix(parsed)
	if err != nil {
		return BaseURL{}, err
	}
	base := BaseURL{scheme: parsed.Scheme, host: host, port: port, prefix: prefix}
	return base, base.checkPlace(guard)
}

func checkParts(parsed *url.URL, text string) error {
	switch {
	case parsed.Scheme != "https" && parsed.Scheme != "http":
		return badAddress(AddressNotHTTPS, "it must begin with https://")
	case parsed.Opaque != "" || parsed.Host == "":
		return badAddress(AddressUnreadable, "it names no host")
	case parsed.User != nil || strings.Contains(parsed.Host, "@"):
		return badAddress(AddressHasUser, "it must not contain a user name or password")
	case parsed.RawQuery != "" || parsed.ForceQuery:
		return badAddress(AddressHasMore, "it must not contain a query (?)")
	case strings.Contains(text, "#"):
		return badAddress(AddressHasMore, "it must not contain a fragment (#)")
	case strings.ContainsAny(text, "\\%"):
		return badAddress(AddressOddCharacter, `it must not contain \ or %`)
	}
	return nil
}

func normaliseHost(parsed *url.URL, guard Guard) (string, error) {
	name := parsed.Hostname()
	if strings.HasPrefix(parsed.Host, "[") {
		return literalIPv6(name)
	}
	if address, err := netip.ParseAddr(name); err == nil {
		return address.String(), nil
	}
	return normaliseName(name, guard)
}

func literalIPv6(name string) (string, error) {
	address, err := netip.ParseAddr(name)
	if err != nil || address.Is4() || address.Zone() != "" {
		return "", badAddress(AddressOddHost, "it contains an unreadable IPv6 address")
	}
	if address.Is4In6() {
		return "", badAddress(AddressOddHost, "it wraps an IPv4 address in an IPv6 one")
	}
	return "[" + address.String() + "]", nil
}

func normaliseName(name string, guard Guard) (string, error) {
	if strings.ContainsAny(name, "\u3002\uff0e\uff61") {
		return "", badAddress(AddressOddCharacter, "its host contains a character that only looks like a dot")
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil || len(ascii) > maxHostBytes || !isHostName(ascii) {
		return "", badAddress(AddressOddHost, "its host is not a host name")
	}
	last := ascii[strings.LastIndexByte(ascii, '.')+1:]
	if regexp.MustCompile(`^(\d+|0x[0-9a-f]*)$`).MatchString(last) {
		return "", badAddress(AddressOddHost, "its host is a number that is not an IP address")
	}
	if isLocalName(ascii) && len(guard.allowed) == 0 {
		return "", badAddress(AddressPrivate, "it leads to this machine")
	}
	return ascii, nil
}

// isHostName follows RFC 1123, section 2.1.
func isHostName(ascii string) bool {
	label := regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
	return !slices.ContainsFunc(strings.Split(ascii, "."), func(part string) bool { return !label.MatchString(part) })
}

func isLocalName(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

func parsePort(parsed *url.URL) (uint16, error) {
	standard := uint16(securePort)
	if parsed.Scheme == "http" {
		standard = 80
	}
	text := parsed.Port()
	if text == "" {
		return standard, nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 || text[0] == '0' {
		return 0, badAddress(AddressOddPort, "its port is not one from 1 to 65535")
	}
	return uint16(port), nil
}

// withoutCall is a path without the part of a call (service document, section 4), which people copy with the
// base address.
func withoutCall(path string) string {
	const calls = "/serviceapi"
	if at := strings.Index(path+"/", calls+"/"); at >= 0 {
		return path[:at]
	}
	return path
}

func parsePrefix(parsed *url.URL) (string, error) {
	prefix := strings.TrimRight(withoutCall(parsed.Path), "/")
	if prefix == "" {
		return "", nil
	}
	for segment := range strings.SplitSeq(prefix[1:], "/") {
		if segment == "." || segment == ".." || !regexp.MustCompile(`^[A-Za-z0-9._~-]+$`).MatchString(segment) {
			return "", badAddress(AddressOddCharacter, "its path may hold letters, digits, - . _ ~ only")
		}
	}
	return prefix, nil
}

// checkPlace applies the guard as far as that is possible before the name is resolved.
func (b BaseURL) checkPlace(guard Guard) error {
	secure := b.scheme == "https"
	address, err := netip.ParseAddr(strings.Trim(b.host, "[]"))
	if err == nil {
		return guard.Check(netip.AddrPortFrom(address, b.port), secure)
	}
	if len(guard.allowed) > 0 {
		return nil
	}
	if !secure {
		return badAddress(AddressNotHTTPS, "it must begin with https://")
	}
	if b.port != securePort {
		return badAddress(AddressOddPort, "only port 443 is allowed")
	}
	return nil
}

// IsZero tells whether there is no address.
func (b BaseURL) IsZero() bool { return b.host == "" }

// Origin returns scheme, host and port, for telling whether two addresses are the same server.
func (b BaseURL) Origin() string {
	if b.IsZero() {
		return ""
	}
	if (b.scheme == "https" && b.port == securePort) || (b.scheme == "http" && b.port == 80) {
		return b.scheme + "://" + b.host
	}
	return b.scheme + "://" + net.JoinHostPort(strings.Trim(b.host, "[]"), strconv.Itoa(int(b.port)))
}

// String returns the normalised address without a slash at its end.
func (b BaseURL) String() string { return b.Origin() + b.prefix }

// MarshalText writes the normalised address.
func (b BaseURL) MarshalText() ([]byte, error) { return []byte(b.String()), nil }
