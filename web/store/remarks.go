package store

import (
	"context"

	"rollbook/web/roll"
)

// keepRemarks keeps what the answer said of the students besides their status; a later
// answer to the same save replaces it.
func (t *transaction) keepRemarks(ctx context.Context, attempt roll.Attempt, remarks map[roll.EnrolmentID]string) error {
	for _, mark := range attempt.Marks {
		text, said := remarks[mark.Enrolment]
		if !said {
			continue
		}
		if _, err := t.exec(ctx, `INSERT INTO remarks (save, enrolment, remarks) VALUES ($1, $2, $3)
			ON CONFLICT (save, enrolment) DO UPDATE SET remarks = excluded.remarks`, attempt.Save, mark.Enrolment, text); err != nil {
			return err
		}
	}
	return nil
}
