package store

import (
	"cmp"
	"context"
	"slices"

	"rollbook/web/roll"
)

// asKept is true for marks that still wait for the whole of the save $4, are due at $5 and
// carry no check: Claim would take them all into one request.
const asKept = ` AND save = $4 AND state = ` + sqlWaiting + ` AND part = 0 AND in_seq = 0 AND out_seq = 0
	AND due_at > 0 AND due_at <= $5 AND attempt = ''`

// claimKept is claim of a save as it was accepted a moment ago. What its marks are needs
// no reading, unless something has happened to them since.
func (t *transaction) claimKept(ctx context.Context, accepted roll.Acceptance, timing roll.Timing, terms Terms) (attempt roll.Attempt, ok bool, err error) {
	save := accepted.Save
	if !t.mayGoWhole(accepted, terms) {
		return t.claim(ctx, save.School, save.Token, timing, terms)
	}
	may, proven, err := t.maySend(ctx, save.School)
	if err != nil || !may || !proven && save.Guided == "" {
		return attempt, false, err
	}
	attempt = t.wholeAttempt(accepted, timing)
	leased, err := t.lease(ctx, attempt, spanned, asKept, save.Token, milliseconds(t.Now))
	if err == nil && int(leased) == len(attempt.Marks) {
		return attempt, true, t.insertAttempt(ctx, attempt)
	}
	if err == nil && leased > 0 {
		err = t.giveBack(ctx, attempt)
	}
	if err != nil {
		return roll.Attempt{}, false, err
	}
	return t.claimDue(ctx, save.School, save.Token, timing, terms)
}

// giveBack makes the marks that the attempt holds due.
func (t *transaction) giveBack(ctx context.Context, attempt roll.Attempt) error {
	return chunks(attempt.Enrolments(), func(part []roll.EnrolmentID) error {
		among, ids := spanned("enrolment", 4, part)
		args := append([]any{attempt.School, attempt.Date, attempt.ID, milliseconds(t.Now)}, ids...)
		_, err := t.exec(ctx, `UPDATE marks SET attempt = '', due_at = $4
			WHERE school = $1 AND date = $2 AND attempt = $3 AND `+among, args...)
		return err
	})
}

// mayGoWhole tells whether one request may take all that was kept, if nothing has
// happened to it.
func (t *transaction) mayGoWhole(accepted roll.Acceptance, terms Terms) bool {
	save := accepted.Save
	if terms.Readable && !save.AcceptedAt.After(t.Now.Add(-roll.ReadBefore)) {
		return false
	}
	return len(accepted.Kept) > 0 && save.StopsAt.After(t.Now) && (terms.Most == 0 || len(accepted.Kept) <= terms.Most)
}

// wholeAttempt is the request that carries all that was kept.
func (t *transaction) wholeAttempt(accepted roll.Acceptance, timing roll.Timing) roll.Attempt {
	save := accepted.Save
	attempt := roll.Attempt{
		ID: newAttemptID(), School: save.School, Save: save.Token, Date: save.Date, Status: save.Status.ID, StatusName: save.Status.Name,
		Marks: make([]roll.Claimed, len(accepted.Kept)), ClaimedAt: t.Now, LeaseUntil: t.Now.Add(timing.Lease), Whole: true,
	}
	for i, kept := range accepted.Kept {
		attempt.Marks[i] = roll.Claimed{Enrolment: kept.Enrolment, Student: kept.Student, Version: kept.Version}
	}
	slices.SortFunc(attempt.Marks, func(a, b roll.Claimed) int { return cmp.Compare(a.Enrolment, b.Enrolment) })
	return attempt
}
