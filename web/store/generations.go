package store

import (
	"context"

	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// reconnect changes the address, the codes or the mapping of the school's service, and stores the remaining
// proof. If the change affects how or where students are identified, it begins the next generation and ends a
// pause because of other students. Every change of a connection uses it, in the transaction that writes the
// change.
func reconnect(ctx context.Context, t *engine.Transaction, id roll.SchoolID, change func(*roll.School) error) error {
	t.Require(schools.Lock(ctx, t, id))
	before, err := schools.Read(ctx, t, id)
	if err != nil {
		return err
	}
	after := before
	if err := change(&after); err != nil {
		return err
	}
	after, changed := proof.Moved(before, after)
	if changed {
		t.Require(beginConnection(ctx, t, id))
		t.Require(endOthers(ctx, t, before))
	}
	return schools.SetConnection(ctx, t, after)
}

// beginConnection begins a generation with a new connection. Waiting marks become moved and are never sent
// automatically. Open attempts close as unknown. The service's lists are read again.
func beginConnection(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return engine.InTurn(ctx, t, school, lists.KeepFormer, schools.NextConnection, saves.EndConnection,
		lists.Unapprove, lists.ReadAnew)
}

// Connect stores the address, tenant and code of the school's service, always with a new key. It deletes the
// school's other keys: they belong to another place and must not be sent to this one.
func (s *Store) Connect(ctx context.Context, school roll.School, key schools.Key) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(reconnect(ctx, tx, school.ID, func(stored *roll.School) error {
			stored.BaseURL, stored.Tenant, stored.Code = school.BaseURL, school.Tenant, school.Code
			return nil
		}))
		tx.Require(schools.ReplaceKeys(ctx, tx, school.ID, key))
		return schools.ProbeNow(ctx, tx, school.ID)
	})
}

// SetBaseURL stores the address of the school's service.
func (s *Store) SetBaseURL(ctx context.Context, school roll.SchoolID, baseURL string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return reconnect(ctx, tx, school, func(stored *roll.School) error {
			stored.BaseURL = baseURL
			return nil
		})
	})
}

// SetMapping stores how the school's undocumented answers are read (reconnect). It returns
// roll.Stale when the school's service has moved since the school was read.
func (s *Store) SetMapping(ctx context.Context, school roll.School) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(lists.Unapprove(ctx, tx, school.ID))
		return reconnect(ctx, tx, school.ID, func(stored *roll.School) error {
			if stored.BaseURL != school.BaseURL || stored.Tenant != school.Tenant || stored.Code != school.Code {
				return roll.Problem(roll.Stale, "connection.problem.moved")
			}
			stored.Mapping = school.Mapping
			return nil
		})
	})
}
