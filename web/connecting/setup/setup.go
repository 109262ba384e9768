package setup

import (
	"context"
	"slices"
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/services"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
	"rollbook/web/store/schools"
)

// Seal seals a key for storage.
type Seal func(school roll.SchoolID, key apiclient.Key) schools.Key

// Connecting connects schools. It is safe for concurrent use.
type Connecting struct {
	store   *store.Store
	clients *services.Services
	seal    Seal
	clock   func() time.Time
	// turns has a *sync.Mutex for the changes of each school's draft.
	turns sync.Map
}

// New returns a Connecting that makes its calls through the services.
func New(store *store.Store, clients *services.Services, seal Seal, clock func() time.Time) *Connecting {
	return &Connecting{store: store, clients: clients, seal: seal, clock: clock}
}

// Short names of the types in package readings.
type (
	// Call is one of the reading calls.
	Call = readings.Call
	// Reading describes how a call is made and read.
	Reading = readings.Reading
	// Draft is a mapping that is not in force yet, with its trials.
	Draft = readings.Draft
	// Trial is the result of trying a call.
	Trial = readings.Trial
)

// row describes what one call needs on the way of connecting besides what every call does. A nil function adds nothing.
type row struct {
	call Call
	// isSought reports whether a search looks for the call; nil means always.
	isSought func(draft Draft) bool
	// otherwise searches in another way after the likely paths. takes puts what a search found into the draft.
	otherwise func(s *seeker, ctx context.Context, found discovery.Found) discovery.Found
	takes     func(s *seeker, ctx context.Context, found discovery.Found)
	// before guesses what a reading leaves open before its list is read.
	before func(s *seeker, found *discovery.Found)
	// offers adds other ways to read the list, judge what the list says about itself and about the calls after it.
	offers func(t *trying)
	judge  func(t *trying, ctx context.Context)
	// blocks is true when an open objection keeps the draft from being used.
	blocks bool
	// list is the list that the school may give itself; nil for none.
	list func(draft Draft) lists.List
}

// seeker finds and tries the calls of a draft, and records the results.
type seeker struct {
	search *discovery.Search
	client *apiclient.Client
	now    time.Time
	date   string
	draft  *Draft
	// rows are those of all calls.
	rows []row
	// code is the code of the school in the school system.
	code string
	// class is the class for trials of students listed by class.
	class string
	// err is the first reason why the draft cannot be kept, nil while there is none. Then no further list is read.
	err error
}

// fail notes a reason why the draft cannot be kept.
func (s *seeker) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// place returns the placeholder values for trials.
func (s *seeker) place() mapping.Place {
	return mapping.Place{Period: s.draft.Period.ID, Class: s.class, Date: s.date}
}

// row returns the call's row.
func (s *seeker) row(call Call) row {
	return s.rows[slices.IndexFunc(s.rows, func(row row) bool { return row.call == call })]
}

// trying is a trial of a call while it is made.
type trying struct {
	*seeker
	readings.Trial

	call    Call
	reading Reading
	found   discovery.Found
	list    mapping.List
}
