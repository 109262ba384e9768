package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
)

// controlRoot begins the INVENTED routes that set faults and look inside. No real service has them.
const controlRoot = "/integrations/"

func (s *Sandbox) controlRoutes() []route {
	return []route{
		{"GET", controlRoot + "schools", false, func(ctx context.Context, _ *call) (any, error) { return s.Schools(ctx) }},
		{"GET", controlRoot + "faults", false, s.controlListFaults},
		{"POST", controlRoot + "faults", false, s.controlSetFaults},
		{"DELETE", controlRoot + "faults", false, s.controlHeal},
		{"GET", controlRoot + "marks", false, s.controlMarks},
		{"POST", controlRoot + "marks", false, s.controlSetMark},
		{"GET", controlRoot + "arrivals", false, s.controlArrivals},
		{"GET", controlRoot + "calls", false, func(context.Context, *call) (any, error) { return s.Calls(), nil }},
		{"GET", controlRoot + "concurrency", false, s.controlConcurrency},
		{"GET", controlRoot + "keys", false, s.controlKeys},
		{"POST", controlRoot + "keys", false, s.controlCreateKey},
		{"DELETE", controlRoot + "keys", false, s.controlRevokeKey},
	}
}

// readControl reads a body with known fields only; an empty one leaves target as it is.
func readControl(c *call, target any) error {
	if len(bytes.TrimSpace(c.body)) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(c.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(target); err != nil {
		return refuse(http.StatusBadRequest, "body: %v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return refuse(http.StatusBadRequest, "body: more than one value")
	}
	return nil
}

func parameter(c *call, name string) string { return c.request.URL.Query().Get(name) }

func (s *Sandbox) controlListFaults(context.Context, *call) (any, error) { return s.Faults(), nil }

func (s *Sandbox) controlSetFaults(_ context.Context, c *call) (any, error) {
	var body struct {
		SchoolCode string  `json:"schoolCode"`
		Faults     []Fault `json:"faults"`
	}
	if err := readControl(c, &body); err != nil {
		return nil, err
	}
	if err := s.SetFault(body.SchoolCode, body.Faults...); err != nil {
		return nil, err
	}
	return s.Faults(), nil
}

func (s *Sandbox) controlHeal(_ context.Context, c *call) (any, error) {
	s.Heal(parameter(c, "schoolCode"))
	return s.Faults(), nil
}

func (s *Sandbox) controlMarks(ctx context.Context, c *call) (any, error) {
	return s.Marks(ctx, parameter(c, "schoolCode"), parameter(c, "date"))
}

func (s *Sandbox) controlSetMark(ctx context.Context, c *call) (any, error) {
	var body struct {
		SchoolCode string `json:"schoolCode"`
		Mark       Mark   `json:"mark"`
	}
	if err := readControl(c, &body); err != nil {
		return nil, err
	}
	if err := s.SetMark(ctx, body.SchoolCode, body.Mark); err != nil {
		return nil, err
	}
	return s.Mark(ctx, body.SchoolCode, body.Mark.EnrolmentID, body.Mark.Date)
}

func (s *Sandbox) controlArrivals(_ context.Context, c *call) (any, error) {
	return s.Arrivals(parameter(c, "schoolCode")), nil
}

func (s *Sandbox) controlConcurrency(ctx context.Context, _ *call) (any, error) {
	schools, err := s.Schools(ctx)
	if err != nil {
		return nil, err
	}
	peaks := map[string]int{}
	for _, one := range schools {
		peaks[one.Code] = s.MaxConcurrency(one.Code)
	}
	return peaks, nil
}

func (s *Sandbox) controlKeys(ctx context.Context, c *call) (any, error) {
	return s.Keys(ctx, parameter(c, "schoolCode"))
}

func (s *Sandbox) controlCreateKey(ctx context.Context, c *call) (any, error) {
	var body struct {
		SchoolCode string `json:"schoolCode"`
		Name       string `json:"name"`
	}
	if err := readControl(c, &body); err != nil {
		return nil, err
	}
	key, value, err := s.CreateKey(ctx, body.SchoolCode, body.Name)
	if err != nil {
		return nil, err
	}
	return map[string]any{"key": key, "value": value}, nil
}

func (s *Sandbox) controlRevokeKey(ctx context.Context, c *call) (any, error) {
	id, err := strconv.ParseInt(parameter(c, "id"), 10, 64)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "id must be an integer")
	}
	if err := s.RevokeKey(ctx, parameter(c, "schoolCode"), id); err != nil {
		return nil, err
	}
	return s.controlKeys(ctx, c)
}
