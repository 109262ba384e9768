package lists

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// ImportDraft is a file that a person uploaded for a period's students and has not confirmed yet.
type ImportDraft struct {
	School roll.SchoolID
	Person roll.PersonID
	ID     string
	Period roll.PeriodID
	// Sealed is empty when the file was imported.
	Sealed []byte
	Used   bool
	// ExpiresAt is when it is deleted.
	ExpiresAt time.Time
}

// PutImportDraft stores the draft, replacing an earlier one of the person in the school.
func (s *Store) PutImportDraft(ctx context.Context, draft ImportDraft) error {
	return s.Database.Do(ctx, `INSERT INTO import_drafts (school, person, id, period, sealed, used, expires_at) VALUES `+
		engine.Tuples(1, 7)+`
		ON CONFLICT (school, person) DO UPDATE SET id = excluded.id, period = excluded.period, sealed = excluded.sealed,
		used = excluded.used, expires_at = excluded.expires_at`,
		draft.School, draft.Person, draft.ID, draft.Period, draft.Sealed, engine.Flag(draft.Used),
		engine.Milliseconds(draft.ExpiresAt))
}

// ImportDraft returns the person's last upload in the school, of any age, or roll.NotFound.
func (s *Store) ImportDraft(ctx context.Context, school roll.SchoolID, person roll.PersonID) (ImportDraft, error) {
	return engine.Row[ImportDraft](ctx, s.Database,
		`SELECT school, person, id, period, sealed, used, expires_at FROM import_drafts WHERE school = $1 AND person = $2`,
		school, person)
}

// DropImportDraft deletes the person's upload in the school, if any.
func (s *Store) DropImportDraft(ctx context.Context, school roll.SchoolID, person roll.PersonID) error {
	return s.Database.Do(ctx, `DELETE FROM import_drafts WHERE school = $1 AND person = $2`, school, person)
}

// UseDraft marks the draft as imported and deletes its file. It returns false when it was imported before, and
// roll.Stale when the person has another draft.
func UseDraft(ctx context.Context, t *engine.Transaction, draft ImportDraft) (used bool, err error) {
	changed, err := t.Exec(ctx,
		`UPDATE import_drafts SET used = 1, sealed = $1 WHERE school = $2 AND person = $3 AND id = $4 AND used = 0`,
		[]byte{}, draft.School, draft.Person, draft.ID)
	if err != nil || changed == 1 {
		return err == nil, err
	}
	repeated, err := engine.Exists(ctx, t,
		`SELECT 1 FROM import_drafts WHERE school = $1 AND person = $2 AND id = $3 AND used = 1`,
		draft.School, draft.Person, draft.ID)
	if err == nil && !repeated {
		err = roll.Problem(roll.Stale, "student_list.problem.replaced")
	}
	return false, err
}

// DropDraftsOf deletes the uploads of the people in all schools.
func DropDraftsOf(ctx context.Context, t *engine.Transaction, people []roll.PersonID) error {
	return engine.DoAmong(ctx, t, people, `DELETE FROM import_drafts WHERE person IN ($ids)`)
}
