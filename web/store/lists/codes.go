package lists

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Codes returns the codes of the authority to which the school hands in its attendance, and their use.
func (s *Store) Codes(ctx context.Context, school roll.SchoolID) (codes roll.Codes, err error) {
	codes.OfStatus, codes.OfReason = make(map[roll.StatusID]string), make(map[string]string)
	codes.All, err = engine.Rows[roll.AuthorityCode](ctx, s.Database,
		`SELECT code, label, counts FROM authority_codes WHERE school = $1 ORDER BY position`, school)
	if err != nil {
		return codes, err
	}
	return codes, s.Database.Query(ctx, func(rows *sql.Rows) error {
		var status roll.StatusID
		var reason, code string
		err := rows.Scan(&status, &reason, &code)
		if reason != "" {
			codes.OfReason[reason] = code
		} else {
			codes.OfStatus[status] = code
		}
		return err
	}, `SELECT status, reason, code FROM code_uses WHERE school = $1`, school)
}

// PutCodes replaces the codes and their use.
func (s *Store) PutCodes(ctx context.Context, school roll.SchoolID, codes roll.Codes) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.DoAll(ctx, engine.Deletions("authority_codes", "code_uses"), school))
		tx.Require(engine.Insert(ctx, tx, codes.All, `INSERT INTO authority_codes (school, code, label, counts, position)
			VALUES $rows`,
			func(i int, code roll.AuthorityCode) []any {
				return []any{school, code.Code, code.Label, code.Counts, i}
			}))
		const use = `INSERT INTO code_uses (school, status, reason, code) VALUES ($1, $2, $3, $4)`
		for status, code := range codes.OfStatus {
			tx.Require(tx.Do(ctx, use, school, status, "", code))
		}
		for reason, code := range codes.OfReason {
			tx.Require(tx.Do(ctx, use, school, roll.StatusID(roll.NoStatus), reason, code))
		}
		return nil
	})
}
