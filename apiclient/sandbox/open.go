package sandbox

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"
)

// New opens the service. It creates a missing data file and refuses one of another program with
// KindForeignFile. Close it when done.
func New(options Options) (*Sandbox, error) {
	options = options.withDefaults()
	opened, err := openData(options.Data)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{options: options, data: opened, faultBook: newFaultBook(), journal: newJournal(),
		routes: routingTable{}, receivers: &http.Transport{}}
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
	s.routes.add(
		route{"POST", pathBulk, true, s.answerBulk},
		route{"GET", pathPeriods, false, s.answerPeriods},
		route{"GET", pathStudents, false, s.answerStudents},
		route{"GET", pathStatuses, false, s.answerStatuses},
		route{"GET", pathOpenAPI, false, func(*call) (any, error) { return json.RawMessage(description), nil }},
	)
	if !s.options.DisableDailyList {
		s.routes.add(route{"GET", pathDailyList, false, s.answerDailyList})
	}
	s.routes.add(s.controlRoutes()...)
	s.routes.add(s.pageRoutes()...)
}
