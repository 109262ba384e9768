package sandbox

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"
)

// pagePath is the page of the service's integration settings: keys, webhooks, faults.
const (
	pagePath  = "/integrations"
	styleFile = "/integrations/page.css"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle []byte

// pagePolicy forbids scripts and allows only the page's own style sheet.
const pagePolicy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// shownOnce is a value that only one answer shows.
type shownOnce struct{ What, Value string }

// pageView is the data of the page.
type pageView struct {
	School     School
	Schools    []School
	Address    string
	Problem    string
	Shown      *shownOnce
	Keys       []APIKey
	MaxKeys    int
	Webhooks   []Webhook
	Deliveries []Delivery
	Waits      string
	// Faults are all faults as JSON; Fault is the school's first one.
	Faults        []string
	Fault         Fault
	RetryAfter    int
	Hangs, Resets map[string]string
}

// showPage renders the page of a school, of the first one for an empty code. It keeps what the view already
// contains.
func (s *Sandbox) showPage(ctx context.Context, c *call, code string, status int, view pageView) (any, error) {
	if err := s.fillPage(ctx, code, &view); err != nil {
		return nil, err
	}
	view.Address = "http://" + c.request.Host
	made, err := template.New("page").Funcs(template.FuncMap{"when": when}).Parse(pageText)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := made.Execute(&body, view); err != nil {
		return nil, err
	}
	return answer{status: status, body: body.Bytes(), header: map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": pagePolicy,
		// With no-referrer the browser would send the forms without their origin.
		"Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
	}}, nil
}

func (s *Sandbox) fillPage(ctx context.Context, code string, view *pageView) error {
	var err error
	if view.Schools, err = s.Schools(ctx); err != nil {
		return err
	}
	for i, one := range view.Schools {
		if one.Code == code || code == "" && i == 0 {
			view.School = one
		}
	}
	if view.School.Code == "" {
		return errorf(KindNotFound, "no school has the code %q", code)
	}
	if view.Keys, err = s.Keys(ctx, view.School.Code); err != nil {
		return err
	}
	if view.Webhooks, err = s.Webhooks(ctx, view.School.Code); err != nil {
		return err
	}
	if view.Deliveries, err = s.Deliveries(ctx, view.School.Code); err != nil {
		return err
	}
	view.MaxKeys, view.Waits = MaxActiveKeys, waitsText()
	view.Hangs = map[string]string{"": "no", HangBefore: "before the change", HangAfter: "after the change"}
	view.Resets = map[string]string{"": "no", ResetUnread: "before reading", ResetRead: "after reading",
		ResetApplied: "after the change: the lost reply"}
	return s.fillFaults(view)
}

func (s *Sandbox) fillFaults(view *pageView) error {
	for _, state := range s.Faults() {
		if state.SchoolCode != "" && state.SchoolCode != view.School.Code {
			continue
		}
		text, err := json.Marshal(state)
		if err != nil {
			return fmt.Errorf("write fault: %w", err)
		}
		view.Faults = append(view.Faults, string(text))
		if len(view.Faults) == 1 {
			view.Fault = state.Fault
			view.RetryAfter, _ = strconv.Atoi(state.Fault.Headers[headerRetryAfter])
		}
	}
	return nil
}

// when formats a time in UTC, since the service covers many zones.
func when(at time.Time) string { return at.Format("2006-01-02 15:04:05 UTC") }

func waitsText() string {
	var texts []string
	for _, wait := range RetryWaits() {
		text := strings.ReplaceAll(wait.String(), "m0s", "m")
		texts = append(texts, strings.ReplaceAll(text, "h0m", "h"))
	}
	return strings.Join(texts, ", ")
}

const headerRetryAfter = "Retry-After"
