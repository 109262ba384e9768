package apiclient

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

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
