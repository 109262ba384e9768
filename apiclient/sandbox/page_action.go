package sandbox

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// actOnPage carries out a form of the page. A value that is shown only once is in the answer itself. After
// everything else the browser is redirected to the page.
func (s *Sandbox) actOnPage(ctx context.Context, c *call) (any, error) {
	form, err := url.ParseQuery(string(c.body))
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "the form cannot be read")
	}
	code := form.Get("schoolCode")
	once, err := s.doOnPage(ctx, code, form)
	if err != nil {
		failure, meant := shownFailure(err)
		if !meant {
			return nil, err
		}
		return s.showPage(ctx, c, code, failure.status, pageView{Problem: failure.message})
	}
	if once != nil {
		return s.showPage(ctx, c, code, http.StatusOK, pageView{Shown: once})
	}
	page := pagePath + "?schoolCode=" + url.QueryEscape(code)
	return answer{status: http.StatusSeeOther, header: map[string]string{"Location": page}}, nil
}

func (s *Sandbox) doOnPage(ctx context.Context, code string, form url.Values) (*shownOnce, error) {
	// An unreadable id is 0, which no key or webhook has.
	id, _ := strconv.ParseInt(form.Get("id"), 10, 64)
	switch form.Get("do") {
	case "create-key":
		_, value, err := s.CreateKey(ctx, code, form.Get("name"))
		return &shownOnce{"The new API key.", value}, err
	case "revoke-key":
		return nil, s.RevokeKey(ctx, code, id)
	case "add-webhook":
		_, secret, err := s.AddWebhook(ctx, code, form.Get("url"))
		return &shownOnce{"The secret with which deliveries are signed.", secret}, err
	case "remove-webhook":
		return nil, s.RemoveWebhook(ctx, code, id)
	case "send-test":
		return nil, s.SendTestEvent(ctx, code)
	case "enrol":
		_, err := s.Enrol(ctx, code, form.Get("firstName"), form.Get("lastName"), form.Get("className"))
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
	return nil, errorf(KindInvalid, "the page has no such button")
}

// faultIn builds a fault from the switches of the form.
func faultIn(form url.Values) (Fault, error) {
	fault := Fault{
		RefuseKey: form.Has("refuseKey"), BulkOnly: form.Has("bulkOnly"), Applied: form.Has("applied"),
		Duplicate: form.Has("duplicate"), Conflict: form.Has("conflict"),
		NameOthers: form.Has("nameOthers"), EchoClass: form.Has("echoClass"),
		Hang: form.Get("hang"), Reset: form.Get("reset"), StatusText: form.Get("statusText"),
	}
	var retryAfter int64
	var calls, status, maxList, dropItems int64
	for name, number := range map[string]*int64{
		"calls": &calls, "delayBeforeMs": &fault.DelayBeforeMs, "delayAfterMs": &fault.DelayAfterMs, "lateMs": &fault.LateMs,
		"status": &status, "retryAfter": &retryAfter, "maxList": &maxList, "dropItems": &dropItems,
	} {
		if form.Get(name) == "" {
			continue
		}
		read, err := strconv.ParseInt(form.Get(name), 10, 32)
		if err != nil {
			return fault, errorf(KindInvalid, "%s is no number that can be meant", name)
		}
		*number = read
	}
	fault.Calls, fault.Status, fault.MaxList, fault.DropItems = int(calls), int(status), int(maxList), int(dropItems)
	if retryAfter > 0 {
		fault.Headers = map[string]string{headerRetryAfter: strconv.FormatInt(retryAfter, 10)}
	}
	return fault, nil
}

// pageRoutes returns the routes of the page, which guard has allowed.
func (s *Sandbox) pageRoutes() routingTable {
	table := routingTable{}
	table.add(
		route{"GET", pagePath, false, func(ctx context.Context, c *call) (any, error) {
			return s.showPage(ctx, c, c.request.URL.Query().Get("schoolCode"), http.StatusOK, pageView{})
		}},
		route{"POST", pagePath, false, s.actOnPage},
		route{"GET", styleFile, false, func(context.Context, *call) (any, error) {
			header := map[string]string{"Content-Type": "text/css; charset=utf-8", "X-Content-Type-Options": "nosniff"}
			return answer{status: http.StatusOK, header: header, body: pageStyle}, nil
		}},
	)
	return table
}
