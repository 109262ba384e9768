package saves

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// Backlog counts the school's marks that are not yet in its service, for a request at a version of the school's marks
// (roll.Admission); 0 is unknown. It reads every such mark, once a version.
func (s *Store) Backlog(ctx context.Context, version int64, school roll.SchoolID) (roll.Backlog, error) {
	return s.backlogs.At(version, school, backlogsInMemory, time.Now(), func() (roll.Backlog, error) {
		return s.backlog(ctx, "m.school = $1 AND ", school)
	})
}

// WholeBacklog is Backlog of all schools.
func (s *Store) WholeBacklog(ctx context.Context) (roll.Backlog, error) {
	return s.backlog(ctx, "")
}

func (s *Store) backlog(ctx context.Context, of string, args ...any) (roll.Backlog, error) {
	return engine.Value[roll.Backlog](ctx, s.Database,
		`SELECT coalesce(sum(CASE WHEN m.state = `+literal.Stopped+` THEN 0 ELSE 1 END), 0) AS waiting,
		coalesce(sum(CASE WHEN m.state = `+literal.Stopped+` THEN 1 ELSE 0 END), 0) AS stopped,
		coalesce(min(CASE WHEN m.state = `+literal.Stopped+` THEN NULL ELSE m.marked_at END), 0) AS oldest
		FROM marks m WHERE `+of+Pending+` AND m.keyed = 0`, args...)
}

// HurryUp makes all marks due at once that wait after failed tries, but not those that wait for the end of a
// lease. It returns their number.
func (s *Store) HurryUp(ctx context.Context, school roll.SchoolID) (marks int64, err error) {
	return s.Database.Exec(ctx, `UPDATE marks SET due_at = $1 WHERE school = $2 AND due_at > $1 AND unknown_at <= $1
		AND asserted = 0`, engine.Now, school)
}
