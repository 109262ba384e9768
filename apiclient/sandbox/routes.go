package sandbox

import (
	"context"
	"net/http"
	"slices"
	"strings"
)

// The calls of the service. The first two are in its document (sections 4.1 and 4.2), the paths of the others are
// not.
const (
	pathBulk      = "/serviceapi/v1/students/attendance/daily/bulk"
	pathPeriods   = "/serviceapi/v1/curriculum/schoolperiods/list"
	pathStudents  = "/serviceapi/v1/students/list"
	pathStatuses  = "/serviceapi/v1/students/attendance/statuses/list"
	pathDailyList = "/serviceapi/v1/students/attendance/daily/list"
	pathOpenAPI   = "/openapi.json"
)

// route is one operation. Paths hold no variables.
type route struct {
	method, path string
	bulk         bool
	answer       func(context.Context, *call) (any, error)
}

// routingTable finds routes by path, then method.
type routingTable map[string][]route

func (s *Sandbox) newRoutingTable() routingTable {
	table := routingTable{}
	table.add(
		route{"POST", pathBulk, true, s.answerBulk},
		route{"GET", pathPeriods, false, s.answerPeriods},
		route{"GET", pathStudents, false, s.answerStudents},
		route{"GET", pathStatuses, false, s.answerStatuses},
		route{"GET", pathOpenAPI, false, s.answerOpenAPI},
	)
	if !s.options.DisableDailyList {
		table.add(route{"GET", pathDailyList, false, s.answerDailyList})
	}
	table.add(s.controlRoutes()...)
	return table
}

func (t routingTable) add(routes ...route) {
	for _, one := range routes {
		t[one.path] = append(t[one.path], one)
	}
}

// find returns the route of a request, or a 404 or 405. Only the exact path counts.
func (t routingTable) find(r *http.Request) (route, error) {
	routes := t[r.URL.Path]
	at := slices.IndexFunc(routes, func(one route) bool { return one.method == r.Method })
	switch {
	case len(routes) == 0:
		return route{}, refuse(http.StatusNotFound, "no such path")
	case at < 0:
		return route{path: r.URL.Path}, notAllowed(routes)
	}
	return routes[at], nil
}

func notAllowed(routes []route) error {
	methods := make([]string, len(routes))
	for i, one := range routes {
		methods[i] = one.method
	}
	return &failure{status: http.StatusMethodNotAllowed, message: "method not allowed", allow: strings.Join(methods, ", ")}
}

// answerOther answers what lies outside the service's own paths: its description, and the control routes.
func (s *Sandbox) answerOther(c *call) answer {
	path := c.request.URL.Path
	if path == pagePath || strings.HasPrefix(path, controlRoot) {
		if err := guard(c.request); err != nil {
			return s.failureAnswer(err)
		}
	}
	if path == pagePath || path == styleFile {
		return s.answerPage(c)
	}
	var err error
	if c.route, err = s.routes.find(c.request); err != nil {
		return s.failureAnswer(err)
	}
	if err := c.readBody(); err != nil {
		return s.failureAnswer(err)
	}
	return s.endpoint(c)
}
