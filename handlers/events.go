package handlers

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/office"
	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/events"
	"rollbook/web/events/facts"
	"rollbook/web/roll"
)

// changes logs the changes of a school's data, exports, and refusals, each with its person. A record has the message
// "school" and the event's stable name, but neither typed text nor a name of a person. Changes of people, tablets, PINs
// and of the school itself are logged by the packages that make them.
type changes struct {
	record *events.Record
	// facts returns the school's settings.
	facts func(context.Context, roll.SchoolID) ([]string, error)
}

// refused is the event of a refusal.
const refused = "refused"

// Changes returns the events of the posts that change something, by the address below the school's. Posts that only try
// something have no event, except the test of a key. Nor do marks, which have their own history.
func Changes() map[string]events.Name {
	const (
		connection, keys, webhooks = "/settings/connection", "/settings/keys", "/settings/webhooks"
		calendar, groups, tablets  = "/settings/calendar", "/settings/groups", "/settings/tablets"
	)
	return map[string]events.Name{
		connection: "connection-entered", connection + "/use": "connection-lists-used",
		connection + "/mapping.json": "connection-imported", connection + "/on": "sending-switched-on",
		connection + "/right": "marks-called-right",
		"/connection/start":   "sending-started", "/connection/list": "list-taken",
		"/connection/others": "other-students-answered", "/connection/moved": "kept-mark-decided",
		"/connection/moved/send": "kept-marks-sent", "/connection/key": "key-entered", keys: "key-added", keys +
			"/:key/test": "key-tried",
		keys + "/:key/use": "key-exchanged", keys + "/:key/remove": "key-removed",
		webhooks: "webhook-signing-changed", webhooks + "/standard": "webhook-signing-changed",
		webhooks + "/secrets": "webhook-secret-added", webhooks + "/secrets/:secret/remove": "webhook-secret-removed",
		"/settings/day": "day-changed", "/settings/times": "times-changed", "/settings/retention": "retention-changed",
		"/settings/sso": "provider-changed", "/settings/sso/remove": "provider-removed",
		"/day/period": "school-year-opened",
		calendar:      "school-days-changed", calendar + "/days": "closed-days-added", calendar +
			"/days/:range/remove": "closed-days-removed",
		"/settings/students/file": "student-list-kept", "/settings/students/source": "student-list-read-again",
		"/settings/statuses": "statuses-changed", "/settings/statuses/source": "statuses-source-changed",
		"/settings/statuses/alias": "statuses-changed", groups: "group-made", groups + "/:group": "group-changed", groups +
			"/:group/delete": "group-removed",
		tablets + "/of/:tablet": "tablet-changed", "/settings/teachers": "class-teachers-changed",
		"/settings/teachers/file": "class-teachers-changed", "/settings/codes": "codes-changed",
		"/settings/codes/england": "codes-changed", "/settings/codes/file": "codes-changed",
		"/covers": "cover-link-made", "/covers/:cover/revoke": "cover-link-revoked",
		"/absences": "known-absence-kept", "/absences/file": "known-absence-kept",
		"/absences/:known/end": "known-absence-ended", "/absences/reasons": "absence-reasons-changed",
		"/students/movements": "movement-kept", "/students/movements/:movement/end": "movement-removed",
		"/reminders": "reminder-mailed", "/reminders/teachers": "teachers-reminded",
	}
}

// exported returns the events of the addresses that export or print data, or show all of a student or a school.
func exported() map[string]events.Name {
	const marks, printed = "marks-exported", "marks-printed"
	return map[string]events.Name{
		"/exports/print": printed, "/exports/paper": printed, "/exports/summary": printed, "/connection/waiting": printed,
		"/exports/marks." + office.KindText: marks, "/exports/marks." + office.KindWorkbook: marks,
		"/exports/summary." + office.KindText: marks, "/exports/summary." + office.KindWorkbook: marks,
		"/settings/connection/mapping.json": "connection-exported", "/settings/audit.csv": "audit-exported",
		"/evacuation": "evacuation-opened", "/month": "month-opened", "/students/:enrolment/month": "month-opened",
		"/students/:enrolment/data": "student-data-opened",
	}
}

// changed is the key of the changes in a request.
const changed = "changed"

// watching wraps the route's handler if it changes settings, and adds the values before and after to the
// audit log. An unreadable database fails the handler itself.
func (e *changes) watching(r route) func(*visit.Visit) error {
	if r.method == get || Changes()[r.address] == "" || !strings.HasPrefix(r.address, "/settings/") &&
		!slices.Contains([]string{"/connection/key", "/absences/reasons"}, r.address) {
		return r.handle
	}
	return func(v *visit.Visit) error {
		ctx, school := v.Ctx, v.School.ID
		before, unread := e.facts(ctx, school)
		err := r.handle(v)
		if after, failed := e.facts(ctx, school); err == nil && unread == nil && failed == nil {
			gone, added := facts.Changed(before, after)
			v.Set(changed, [2]string{gone, added})
		}
		return err
	}
}

// around wraps the route's handler with the log of its event or refusal.
func (e *changes) around(r route, handle echo.HandlerFunc) echo.HandlerFunc {
	event := Changes()[r.address]
	if r.method == get {
		event = exported()[r.address]
	}
	return func(c echo.Context) error {
		err := handle(c)
		status := edge.Answer(c).Status
		if err != nil {
			status = visit.StatusOf(err)
		}
		// A page that first asks who it is shows nothing.
		asks := r.method == get && status == http.StatusSeeOther
		if status == http.StatusForbidden || event != "" && status != http.StatusUnauthorized && !asks {
			e.log(c, event, status)
		}
		return err
	}
}

func (e *changes) log(c echo.Context, event events.Name, status int) {
	ctx := c.Request().Context()
	of := events.About{By: roll.PersonID(edge.VisitorOf(ctx)), School: roll.SchoolID(c.Param("school"))}
	if status == http.StatusNotFound {
		// An unknown address may contain any typed text.
		of.School = ""
	}
	switch {
	case status >= http.StatusInternalServerError:
		// The request failed, which is logged elsewhere.
	case status >= http.StatusBadRequest:
		of.Details = fmt.Sprint(c.Path(), " ", status)
		e.record.Refused(ctx, refused, of)
	default:
		of.Details = detailsOf(c)
		if values, ok := c.Get(changed).([2]string); ok {
			of.Before, of.After = values[0], values[1]
		}
		e.record.Done(ctx, event, of)
	}
}

// detailsOf names the kind of an exported file, its dates, and the number of its student.
func detailsOf(c echo.Context) string {
	var details []string
	if kind := path.Ext(c.Path()); kind != "" {
		details = append(details, kind[1:])
	}
	for _, field := range []string{"date", "from", "to"} {
		if date, err := roll.ParseDate(c.QueryParam(field)); err == nil && !slices.Contains(details, string(date)) {
			details = append(details, string(date))
		}
	}
	student, err := roll.ParseEnrolmentID(cmp.Or(c.QueryParam("student"), c.Param("enrolment")))
	if err == nil {
		details = append(details, "student "+student.String())
	}
	return strings.Join(details, " ")
}
