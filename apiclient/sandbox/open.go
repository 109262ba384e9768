package sandbox

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
)

// New opens the service. It creates a missing data file and refuses one of another program with
// KindForeignFile. Close it when done.
func New(options Options) (*Sandbox, error) {
	options = options.withDefaults()
	opened, err := openData(options.Data)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{
		options: options, data: opened, journal: newJournal(), receivers: &http.Transport{},
		faultBook: faultBook{hanging: map[chan struct{}]string{}},
	}
	s.ending, s.end = context.WithCancel(context.Background())
	s.addRoutes()
	if options.Sample {
		if err := s.addSample(); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	s.resumeDeliveries()
	return s, nil
}

// description is the OpenAPI 3.1 document of all the sandbox's routes.
//
//go:embed openapi.json
var description []byte

func (s *Sandbox) addRoutes() {
	s.routes = []route{
		{"POST", pathBulk, true, s.answerBulk},
		{"GET", pathPeriods, false, func(c *call) (any, error) { return s.Periods(c.school.Code) }},
		{"GET", pathStudents, false, s.answerStudents},
		{"GET", pathStatuses, false, func(c *call) (any, error) { return s.Statuses(c.school.Code) }},
		{"GET", pathOpenAPI, false, func(*call) (any, error) { return json.RawMessage(description), nil }},
	}
	if !s.options.DisableDailyList {
		s.routes = append(s.routes, route{"GET", pathDailyList, false, s.answerDailyList})
	}
	s.routes = slices.Concat(s.routes, s.controlRoutes(), s.pageRoutes())
}
