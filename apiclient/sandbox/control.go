package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// controlRequest has the parameters of a control route, from its query and its body.
type controlRequest struct {
	SchoolCode string  `json:"schoolCode"`
	Faults     []Fault `json:"faults"`
	Mark       Mark    `json:"mark"`
	// date stands in a query only.
	date string
}

func (s *Sandbox) controlRoutes() []route {
	type request = controlRequest
	return []route{
		control("GET", "schools", func(request) (any, error) { return s.Schools() }),
		control("GET", "faults", func(request) (any, error) { return s.Faults(), nil }),
		control("POST", "faults", func(r request) (any, error) {
			err := s.SetFault(r.SchoolCode, r.Faults...)
			return s.Faults(), err
		}),
		control("DELETE", "faults", func(r request) (any, error) {
			s.Heal(r.SchoolCode)
			return s.Faults(), nil
		}),
		control("GET", "marks", func(r request) (any, error) { return s.Marks(r.SchoolCode, r.date) }),
		control("POST", "marks", func(r request) (any, error) {
			if err := s.SetMark(r.SchoolCode, r.Mark); err != nil {
				return nil, err
			}
			return s.Mark(r.SchoolCode, r.Mark.EnrolmentID, r.Mark.Date)
		}),
		control("GET", "arrivals", func(r request) (any, error) { return s.Arrivals(r.SchoolCode), nil }),
		control("GET", "calls", func(request) (any, error) { return s.Calls(), nil }),
		control("GET", "concurrency", func(request) (any, error) { return s.concurrency(), nil }),
	}
}

// control returns a route that answers with the result of do.
func control(method, name string, do func(controlRequest) (any, error)) route {
	return route{method, controlRoot + name, false, func(c *call) (any, error) {
		request, err := readControl(c)
		if err != nil {
			return nil, err
		}
		return do(request)
	}}
}

// readControl reads the query, and a body with known fields only. The body may be empty.
func readControl(c *call) (controlRequest, error) {
	query := c.request.URL.Query()
	request := controlRequest{SchoolCode: query.Get("schoolCode"), date: query.Get("date")}
	if len(bytes.TrimSpace(c.body)) == 0 {
		return request, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(c.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&request); err != nil {
		return request, invalid("body: %v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return request, invalid("body: more than one value")
	}
	return request, nil
}
