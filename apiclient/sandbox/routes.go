package sandbox

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// The calls of the service. Its document shows the paths of the first two (sections 4.1 and 4.2), but not the
// others.
const (
	pathBulk      = "/serviceapi/v1/students/attendance/daily/bulk"
	pathPeriods   = "/serviceapi/v1/curriculum/schoolperiods/list"
	pathStudents  = "/serviceapi/v1/students/list"
	pathStatuses  = "/serviceapi/v1/students/attendance/statuses/list"
	pathDailyList = "/serviceapi/v1/students/attendance/daily/list"
	pathOpenAPI   = "/openapi.json"
)

// routingTable finds routes by path, then method.
type routingTable map[string][]route

func (t routingTable) add(routes ...route) {
	for _, one := range routes {
		t[one.path] = append(t[one.path], one)
	}
}

// find returns the route of a request, or a 404 or 405. The path must match exactly.
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

// description is the OpenAPI 3.1 document of all the sandbox's routes.
//
//go:embed openapi.json
var description []byte

func (s *Sandbox) answerOpenAPI(context.Context, *call) (any, error) {
	return json.RawMessage(description), nil
}
