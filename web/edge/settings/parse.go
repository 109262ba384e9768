package settings

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"

	"rollbook/web/vault"
)

// listed splits a list at commas and white space.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(char rune) bool {
		return char == ',' || char == ' ' || char == '\t' || char == '\r' || char == '\n'
	})
}

func parseListen(text string) (string, error) {
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return "", fmt.Errorf("%q is not host:port", text)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("%q has no port from 0 to 65535", text)
	}
	return text, nil
}

func parseDatabase(text string) (vault.Secret, error) {
	file, isFile := strings.CutPrefix(text, "sqlite:")
	isAddress := strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
	if !isAddress && (!isFile || file == "") {
		return vault.Secret{}, errors.New(`it must begin with "sqlite:" and name a file, or begin with "postgres://"`)
	}
	return vault.NewSecret(text), nil
}

// parsePublicURL reads scheme, host and base path. It drops the final slash.
func parsePublicURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	given, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%q is not an address", text)
	}
	switch {
	case given.Scheme != "http" && given.Scheme != "https":
		return nil, fmt.Errorf("%q must begin with https:// or http://", text)
	case given.Hostname() == "" || !isASCII(given.Host):
		return nil, fmt.Errorf("%q has no host in ASCII", text)
	case given.User != nil || given.RawQuery != "" || given.ForceQuery || given.Fragment != "":
		return nil, errors.New("it must have scheme, host and path only")
	case given.Path != "" && path.Clean(given.Path) != strings.TrimSuffix(given.Path, "/") && given.Path != "/":
		return nil, fmt.Errorf("%q has no plain path", text)
	case given.RawPath != "" || !isASCII(given.Path) || strings.ContainsAny(given.Path, `;,"'<>\ `):
		return nil, fmt.Errorf("%q has a path with other than plain characters", text)
	}
	return &url.URL{Scheme: given.Scheme, Host: CanonicalHost(given.Scheme, given.Host),
		Path: strings.TrimSuffix(given.Path, "/")}, nil
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(char rune) bool { return char <= ' ' || char >= 0x7f })
}

// parsePrefixes reads addresses and networks in CIDR notation (RFC 4632).
func parsePrefixes(text string) ([]netip.Prefix, error) {
	prefixes := []netip.Prefix{}
	for _, part := range listed(text) {
		if address, err := netip.ParseAddr(part); err == nil {
			address = address.Unmap().WithZone("")
			prefixes = append(prefixes, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if err != nil {
			return nil, fmt.Errorf("%q is neither an address nor a network such as 10.0.0.0/8", part)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}

const noText = "no"

// parseYes reads yes or no.
func parseYes(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "yes", "true":
		return true, nil
	case noText, "false":
		return false, nil
	}
	return false, fmt.Errorf("%q is neither yes nor no", text)
}

func parseLogFormat(text string) (LogFormat, error) {
	switch format := LogFormat(strings.ToLower(text)); format {
	case LogText, LogJSON:
		return format, nil
	}
	return "", fmt.Errorf("%q is neither text nor json", text)
}

func parseLogLevel(text string) (slog.Level, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(text)); err != nil {
		return 0, fmt.Errorf("%q is none of debug, info, warn, error", text)
	}
	return level, nil
}
