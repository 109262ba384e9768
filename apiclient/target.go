package apiclient

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// CheckTarget tells whether path and query stay under the base address once joined to it.
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

// Follow returns the target of an address that stands in the answer at another target. It never leads
// away from the base address: the credentials go with every request. The empty address has no target.
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
		return "", errors.New("the link to the next page leads to another address")
	}
	return "/" + rest, CheckTarget("/" + rest)
}

// NextLink returns the address that a Link header gives for the next page (RFC 8288, rel="next"); empty
// without one.
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
