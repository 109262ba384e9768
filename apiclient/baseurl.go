package apiclient

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// ErrBaseURL is wrapped by every error about a refused base address.
var ErrBaseURL = errors.New("address refused")

// BaseURL is a checked and normalised base address of a school's service: scheme, host, port unless it is the
// scheme's default, and a path prefix without a final slash. The zero BaseURL is no address.
type BaseURL struct{ text string }

const (
	maxBaseURLBytes = 2048
	maxHostBytes    = 253
)

// ParseBaseURL checks and normalises an address that a person typed. It accepts https on port 443. Where the
// operator allows private addresses it also accepts http and other ports; every connect then checks that the
// name leads to such an address.
//
// It refuses user names, queries, fragments, other schemes, private addresses that are not allowed, and
// ambiguous spellings with [ErrBaseURL]. It lowercases the host, drops its final dot, and writes an
// international name in punycode. It drops a path from /serviceapi on, because that part belongs to a call.
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
		// The text of url's error repeats the input.
		return BaseURL{}, badAddress(AddressUnreadable, "it is not a web address")
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
	origin := parsed.Scheme + "://" + host
	if port != standardPort(parsed.Scheme) {
		origin += ":" + strconv.Itoa(int(port))
	}
	return BaseURL{origin + prefix}, checkPlace(host, port, parsed.Scheme == "https", guard)
}

func standardPort(scheme string) uint16 {
	if scheme == "http" {
		return 80
	}
	return securePort
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
	name, isBracketed := parsed.Hostname(), strings.HasPrefix(parsed.Host, "[")
	address, err := netip.ParseAddr(name)
	switch {
	case isBracketed && (err != nil || address.Is4() || address.Zone() != ""):
		return "", badAddress(AddressOddHost, "it contains an unreadable IPv6 address")
	case address.Is4In6():
		return "", badAddress(AddressOddHost, "it wraps an IPv4 address in an IPv6 one")
	case isBracketed:
		return "[" + address.String() + "]", nil
	case err == nil:
		return address.String(), nil
	}
	return normaliseName(name, guard)
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
	if (ascii == "localhost" || strings.HasSuffix(ascii, ".localhost")) && len(guard.allowed) == 0 {
		return "", badAddress(AddressPrivate, "it leads to this machine")
	}
	return ascii, nil
}

// isHostName checks a name by RFC 1123, section 2.1.
func isHostName(ascii string) bool {
	label := regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
	return !slices.ContainsFunc(strings.Split(ascii, "."), func(part string) bool { return !label.MatchString(part) })
}

func parsePort(parsed *url.URL) (uint16, error) {
	text := parsed.Port()
	if text == "" {
		return standardPort(parsed.Scheme), nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 || text[0] == '0' {
		return 0, badAddress(AddressOddPort, "its port is not one from 1 to 65535")
	}
	return uint16(port), nil
}

// parsePrefix drops the part of a call (service document, section 4): people copy it with the base address.
func parsePrefix(parsed *url.URL) (string, error) {
	const calls = "/serviceapi/"
	prefix, _, _ := strings.Cut(parsed.Path+"/", calls)
	prefix = strings.TrimRight(prefix, "/")
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

// checkPlace checks the parts that the guard can judge before the name is resolved.
func checkPlace(host string, port uint16, secure bool, guard Guard) error {
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	switch {
	case err == nil:
		return guard.Check(netip.AddrPortFrom(address, port), secure)
	case len(guard.allowed) > 0:
		return nil
	case !secure:
		return badAddress(AddressNotHTTPS, "it must begin with https://")
	case port != securePort:
		return badAddress(AddressOddPort, "only port 443 is allowed")
	}
	return nil
}

// IsZero reports whether the address is missing.
func (b BaseURL) IsZero() bool { return b.text == "" }

// String returns the normalised address without a slash at its end.
func (b BaseURL) String() string { return b.text }

// CheckTarget refuses a path and query that would leave the base address when joined to it.
func CheckTarget(target string) error {
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") {
		return errors.New("a path begins with one /")
	}
	for _, r := range target {
		if r <= ' ' || r > '~' || strings.ContainsRune(`\{}#"<>`, r) {
			return fmt.Errorf("a path must not contain %q", r)
		}
	}
	parsed, err := url.Parse(target)
	if err != nil {
		return errors.New("the path is not one of a web address")
	}
	for segment := range strings.SplitSeq(parsed.Path, "/") {
		if segment == "." || segment == ".." {
			return errors.New("a path must not contain . or .. as a part")
		}
	}
	return nil
}

// ErrElsewhere is returned for a next page that is not under the base address. The key is never sent there.
var ErrElsewhere = errors.New("the link to the next page leads to another address")

// Follow returns the target of an address found in the answer at another target. It refuses addresses outside
// the base address, because every request carries the credentials. It returns "" for the empty address.
func (c *Client) Follow(target, address string) (string, error) {
	if address == "" {
		return "", nil
	}
	here, err := url.Parse(c.base.String() + target)
	if err != nil {
		return "", err
	}
	there, err := here.Parse(address)
	if err != nil {
		return "", errors.New("the link to the next page holds no address")
	}
	there.Fragment = ""
	rest, under := strings.CutPrefix(there.String(), c.base.String()+"/")
	if !under {
		return "", ErrElsewhere
	}
	return "/" + rest, CheckTarget("/" + rest)
}

// NextLink returns the address of the next page in the Link header (RFC 8288, rel="next"), or "".
func (r Reply) NextLink() string {
	for link := range strings.SplitSeq(strings.Join(r.header.Values("Link"), ","), "<") {
		address, parameters, ok := strings.Cut(link, ">")
		if !ok {
			continue
		}
		for parameter := range strings.FieldsFuncSeq(parameters, func(r rune) bool { return r == ';' || r == ',' }) {
			name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
			relations := strings.Fields(strings.ToLower(strings.Trim(value, `"`)))
			if strings.EqualFold(name, "rel") && len(relations) > 0 && relations[0] == "next" {
				return address
			}
		}
	}
	return ""
}
