package lists

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// AddGroup stores a new group, without members.
func (s *Store) AddGroup(ctx context.Context, school roll.SchoolID, group roll.Group) error {
	return s.Database.Do(ctx, `INSERT INTO student_groups (school, id, period, name, owner, made_at) VALUES `+
		engine.Tuples(1, 6),
		school, group.ID, group.Period, group.Name, group.Owner, engine.Now)
}

// EditGroup renames the group and changes its members: of the students in shown, only those in ticked become
// or stay members. Members who are not in shown stay.
func (s *Store) EditGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID, name string, shown,
	ticked []roll.EnrolmentID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE student_groups SET name = $1 WHERE school = $2 AND id = $3`, name, school, id))
		tx.Require(engine.DoAmong(ctx, tx, shown, `DELETE FROM student_group_members WHERE school = $1 AND student_group = $2
			AND enrolment IN ($ids)`, school, id))
		return engine.Insert(ctx, tx, ticked,
			`INSERT INTO student_group_members (school, student_group, enrolment) VALUES $rows
			ON CONFLICT (school, student_group, enrolment) DO NOTHING`,
			func(_ int, enrolment roll.EnrolmentID) []any { return []any{school, id, enrolment} })
	})
}

// DropGroup deletes a group, if it exists. Marks made with it stay.
func (s *Store) DropGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID) error {
	return s.Database.Do(ctx, `DELETE FROM student_groups WHERE school = $1 AND id = $2`, school, id)
}

const groupsWithMembers = `SELECT g.id, g.period, g.name, g.owner, coalesce(m.enrolment, 0) AS member
	FROM student_groups g
	LEFT JOIN student_group_members m ON m.school = g.school AND m.student_group = g.id`

// Groups returns all groups of a period, including personal ones, in the order of creation.
func (s *Store) Groups(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Group, error) {
	return s.groups(ctx, groupsWithMembers+
		` WHERE g.school = $1 AND g.period = $2 ORDER BY g.made_at, g.id, m.enrolment`, school, period)
}

// Group returns one group.
func (s *Store) Group(ctx context.Context, school roll.SchoolID, id roll.GroupID) (roll.Group, error) {
	groups, err := s.groups(ctx, groupsWithMembers+` WHERE g.school = $1 AND g.id = $2 ORDER BY m.enrolment`, school, id)
	if err != nil {
		return roll.Group{}, err
	}
	if len(groups) == 0 {
		return roll.Group{}, engine.NotFound()
	}
	return groups[0], nil
}

func (s *Store) groups(ctx context.Context, text string, args ...any) ([]roll.Group, error) {
	rows, err := engine.Rows[struct {
		roll.Group
		Member roll.EnrolmentID
	}](ctx, s.Database, text, args...)
	var groups []roll.Group
	for _, row := range rows {
		if len(groups) == 0 || groups[len(groups)-1].ID != row.ID {
			groups = append(groups, row.Group)
		}
		if last := &groups[len(groups)-1]; row.Member != 0 {
			last.Members = append(last.Members, row.Member)
		}
	}
	return groups, err
}
