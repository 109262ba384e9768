package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
)

// New opens the service. It creates a missing data file and refuses one of another program with
// KindForeignFile. Close it when done.
func New(ctx context.Context, options Options) (*Sandbox, error) {
	options = options.withDefaults()
	db, err := openDatabase(ctx, options.Data)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{options: options, db: db, faults: newFaultBook(), journal: newJournal(), receivers: &http.Transport{}}
	s.ending, s.end = context.WithCancel(context.Background())
	s.routes = s.newRoutingTable()
	if err := s.fill(ctx); err != nil {
		return nil, closeAfter(db, err)
	}
	return s, nil
}

func (s *Sandbox) fill(ctx context.Context) error {
	var err error
	if s.sql, err = prepareStatements(ctx, s.db); err != nil {
		return err
	}
	if s.options.Sample {
		if err := s.addSample(ctx); err != nil {
			return err
		}
	}
	return s.resumeDeliveries(ctx)
}

func prepareStatements(ctx context.Context, db *sql.DB) (statements, error) {
	prepared := statements{}
	var failures []error
	for _, text := range []string{
		sqlKeyByHash, sqlTouchKey, sqlKeysEverMade, sqlActiveKeyCount, sqlSchoolByCode, sqlStatusName, sqlRecord, sqlWebhookIDs,
	} {
		statement, err := db.PrepareContext(ctx, text)
		if err != nil {
			failures = append(failures, fmt.Errorf("prepare %q: %w", text, err))
		}
		prepared[text] = statement
	}
	return prepared, errors.Join(failures...)
}
