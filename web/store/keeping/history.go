package keeping

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/absences"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
	"rollbook/web/store/saves"
)

// forgetHistory deletes the school's rolls of before the date, a date at a time, except the marks that are not settled.
// Then it deletes the students whom no list and no mark names any more.
func (s *Store) forgetHistory(ctx context.Context, school roll.SchoolID, before roll.Date) error {
	if err := absences.ForgetUnlisted(ctx, s.Database, school, before); err != nil {
		return err
	}
	deleted := false
	for date := roll.Date(""); ctx.Err() == nil; {
		next, err := engine.Rows[roll.Date](ctx, s.Database,
			`SELECT date FROM saves WHERE school = $1 AND date > $2 AND date < $3
			ORDER BY date LIMIT 1`, school, date, before)
		if err != nil {
			return err
		}
		if len(next) == 0 {
			break
		}
		date = next[0]
		some, err := engine.Returning(ctx, s.Database,
			func(tx *engine.Transaction) (bool, error) { return saves.ForgetDay(ctx, tx, school, date) })
		if err != nil {
			return err
		}
		deleted = deleted || some
	}
	if !deleted || ctx.Err() != nil {
		return ctx.Err()
	}
	return lists.ForgetFormer(ctx, s.Database, school, before)
}
