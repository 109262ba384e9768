package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// Connect stores where and as whom the school's service is asked, always with the key
// that goes there. The school's other keys are forgotten: they were made for another place,
// and none of them may be sent to this one. So is the school's proof, but for the one that
// the school comes with.
func (s *Store) Connect(ctx context.Context, school roll.School, key Key) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if err := tx.lockSchool(ctx, school.ID); err != nil {
			return err
		}
		same, err := tx.isAt(ctx, school)
		if err != nil {
			return err
		}
		changed, err := tx.exec(ctx, `UPDATE schools SET base_url = $1, tenant = $2, school_code = $3, proof = $4 WHERE slug = $5`,
			school.BaseURL, school.Tenant, school.Code, school.Proof, school.ID)
		if err != nil {
			return err
		}
		if changed == 0 {
			return notFound()
		}
		if _, err := tx.exec(ctx, `DELETE FROM school_keys WHERE school = $1`, school.ID); err != nil {
			return err
		}
		if _, err := tx.insertKey(ctx, school.ID, key, true); err != nil {
			return err
		}
		if !same {
			if err := tx.endOthers(ctx, school); err != nil {
				return err
			}
		}
		return tx.probeNow(ctx, school.ID)
	})
}

// isAt tells whether the school's service is where and as whom the school says.
func (t *transaction) isAt(ctx context.Context, school roll.School) (at bool, err error) {
	err = t.query(ctx, func(*sql.Rows) error {
		at = true
		return nil
	}, `SELECT 1 FROM schools WHERE slug = $1 AND base_url = $2 AND tenant = $3 AND school_code = $4`, school.ID, school.BaseURL, school.Tenant, school.Code)
	return at, err
}

// MappingDraft is how the school's service is about to be read, as JSON; empty when
// nothing is about to change.
func (s *Store) MappingDraft(ctx context.Context, school roll.SchoolID) (string, error) {
	draft := ""
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&draft) }, `SELECT draft FROM mapping_drafts WHERE school = $1`, school)
	return draft, err
}

// SetMappingDraft replaces the draft.
func (s *Store) SetMappingDraft(ctx context.Context, school roll.SchoolID, draft string) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		_, err := tx.exec(ctx, `INSERT INTO mapping_drafts (school, draft, drafted_at) VALUES ($1, $2, $3)
			ON CONFLICT (school) DO UPDATE SET draft = excluded.draft, drafted_at = excluded.drafted_at`, school, draft, milliseconds(tx.Now))
		return err
	})
}
