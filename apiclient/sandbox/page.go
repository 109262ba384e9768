package sandbox

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle []byte

// shownOnce is a value that only one answer shows.
type shownOnce struct{ What, Value string }

// pageView is the data of the page, with the service for its lists.
type pageView struct {
	Service *Sandbox
	School  School
	Address string
	Problem string
	Shown   *shownOnce
	// Faults are those that concern the school; Fault is the first one.
	Faults []FaultState
	Fault  Fault
}

// showPage renders the page of a school, of the first one for an empty code. It keeps what the view already
// contains.
func (s *Sandbox) showPage(c *call, code string, status int, view pageView) (any, error) {
	schools, err := s.Schools()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(schools, func(one School) bool { return code == "" || one.Code == code })
	if at < 0 {
		return nil, notFound("no school has the code %q", code)
	}
	view.Service, view.School, view.Address = s, schools[at], "http://"+c.request.Host
	view.Faults = slices.DeleteFunc(s.Faults(), func(one FaultState) bool {
		return one.SchoolCode != "" && one.SchoolCode != view.School.Code
	})
	if len(view.Faults) > 0 {
		view.Fault = view.Faults[0].Fault
	}
	return NewPage(status, pageText, view)
}

// NewPage returns the answer with the template of a page, filled with the view.
func NewPage(status int, text string, view any) (any, error) {
	made, err := template.New("page").Funcs(template.FuncMap{"when": when, "json": inJSON}).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	var body bytes.Buffer
	if err := made.Execute(&body, view); err != nil {
		return nil, fmt.Errorf("write the page: %w", err)
	}
	return answer{status, map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": pagePolicy,
		// With no-referrer the browser would send the forms without their origin.
		"Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
	}, body.Bytes()}, nil
}

// when formats a time in UTC, since the service covers many zones.
func when(at time.Time) string { return at.Format("2006-01-02 15:04:05 UTC") }

func inJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

// pageRoutes returns the routes of the page, which guard has allowed.
func (s *Sandbox) pageRoutes() []route {
	return []route{
		{"GET", pagePath, false, func(c *call) (any, error) {
			return s.showPage(c, c.request.URL.Query().Get("schoolCode"), http.StatusOK, pageView{})
		}},
		{"POST", pagePath, false, s.actOnPage},
		{"GET", styleFile, false, func(*call) (any, error) {
			header := map[string]string{"Content-Type": "text/css; charset=utf-8", "X-Content-Type-Options": "nosniff"}
			return answer{status: http.StatusOK, header: header, body: pageStyle}, nil
		}},
	}
}

// actOnPage carries out a form of the page. A value that is shown only once is in the answer itself. After
// everything else the browser is redirected to the page.
func (s *Sandbox) actOnPage(c *call) (any, error) {
	form, err := url.ParseQuery(string(c.body))
	if err != nil {
		return nil, invalid("the form cannot be read")
	}
	code := form.Get("schoolCode")
	once, err := s.doOnPage(code, form)
	if shown, known := errors.AsType[*Error](err); known {
		return s.showPage(c, code, shown.status, pageView{Problem: shown.Message})
	}
	if err != nil {
		return nil, err
	}
	if once != nil {
		return s.showPage(c, code, http.StatusOK, pageView{Shown: once})
	}
	page := pagePath + "?schoolCode=" + url.QueryEscape(code)
	return answer{status: http.StatusSeeOther, header: map[string]string{"Location": page}}, nil
}

func (s *Sandbox) doOnPage(code string, form url.Values) (*shownOnce, error) {
	// An unreadable id is 0, which no key or webhook has.
	id, _ := strconv.ParseInt(form.Get("id"), 10, 64)
	switch form.Get("do") {
	case "create-key":
		_, value, err := s.CreateKey(code, form.Get("name"))
		return &shownOnce{"The new API key.", value}, err
	case "revoke-key":
		return nil, s.RevokeKey(code, id)
	case "add-webhook":
		secret, err := s.AddWebhook(code, form.Get("url"))
		return &shownOnce{"The secret with which deliveries are signed.", secret}, err
	case "remove-webhook":
		return nil, s.RemoveWebhook(code, id)
	case "send-test":
		return nil, s.SendTestEvent(code)
	case "enrol":
		_, err := s.Enrol(code, form.Get("firstName"), form.Get("lastName"), form.Get("className"))
		return nil, err
	case "set-fault":
		fault, err := faultIn(form)
		if err != nil {
			return nil, err
		}
		return nil, s.SetFault(code, fault)
	case "heal":
		s.Heal(code)
		return nil, nil
	}
	return nil, invalid("the page has no such button")
}

// faultIn builds a fault from the fields of the form, which have the names of its parts in JSON.
func faultIn(form url.Values) (fault Fault, err error) {
	parts := map[string]any{}
	for name := range form {
		text := form.Get(name)
		number, err := strconv.ParseInt(text, 10, 32)
		switch {
		case text == "on":
			parts[name] = true
		case err == nil:
			parts[name] = number
		case text != "":
			parts[name] = text
		}
	}
	parts["statusText"] = form.Get("statusText") // which may look like a number
	text, err := json.Marshal(parts)
	if err == nil {
		err = json.Unmarshal(text, &fault)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fault, invalid("%s is no number that can be meant", wrong.Field)
	}
	if after := form.Get("retryAfter"); after != "" && after != "0" {
		fault.Headers = map[string]string{"Retry-After": after}
	}
	return fault, err
}
