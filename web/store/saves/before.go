package saves

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/packed"
)

// Before returns the students of the save's whole press, each with the save that it replaced. The saves of one press
// were accepted together. It leaves out numbers that name another student since.
func (s *Store) Before(ctx context.Context, save roll.Save) ([]roll.Replaced, error) {
	namings, err := s.namings(ctx, save.School)
	if err != nil {
		return nil, err
	}
	var press []roll.Replaced
	others := make(map[roll.EnrolmentID][]roll.Replaced)
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		var one roll.Save
		var intents string
		if err := scanSave(rows, &one, &intents); err != nil {
			return err
		}
		kept, err := packed.ReadIntents(intents)
		for _, row := range kept {
			switch {
			case !namings.same(row.Enrolment, one.Generation):
			case one.By.Person == save.By.Person && one.AcceptedAt.Equal(save.AcceptedAt):
				press = append(press, roll.Replaced{Kept: row, Given: one})
			default:
				others[row.Enrolment] = append(others[row.Enrolment], roll.Replaced{Kept: row, Given: one})
			}
		}
		return err
	}, `SELECT `+saveColumns+`, intents FROM saves WHERE school = $1 AND date = $2 AND accepted_at <= $3`,
		save.School, save.Date, engine.Milliseconds(save.AcceptedAt))
	for i := range press {
		newest := int64(0)
		for _, other := range others[press[i].Enrolment] {
			if other.Version > newest && other.Version < press[i].Version {
				newest, press[i].Before = other.Version, other.Given
			}
		}
	}
	slices.SortFunc(press, func(a, b roll.Replaced) int { return cmp.Compare(a.Enrolment, b.Enrolment) })
	return press, err
}
