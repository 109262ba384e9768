package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// AddGroup stores a new group, without members.
func (s *Store) AddGroup(ctx context.Context, school roll.SchoolID, group roll.Group) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		_, err := tx.exec(ctx, `INSERT INTO student_groups (school, id, period, name, owner, made_at) VALUES `+tuples(1, 6),
			school, group.ID, group.Period, group.Name, group.Owner, milliseconds(tx.Now))
		return err
	})
}

// EditGroup names the group anew and changes its members: of those in shown, the ones in
// ticked are in it from now on, and the others are not. Members who are not in shown stay.
func (s *Store) EditGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID, name string, shown, ticked []roll.EnrolmentID) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE student_groups SET name = $1 WHERE school = $2 AND id = $3`, name, school, id)
		if err != nil {
			return err
		}
		if changed == 0 {
			return notFound()
		}
		err = chunks(shown, func(part []roll.EnrolmentID) error {
			args := append([]any{school, id}, padded(part)...)
			_, err := tx.exec(ctx, `DELETE FROM student_group_members WHERE school = $1 AND student_group = $2
				AND enrolment IN (`+list(2, len(args)-2)+`)`, args...)
			return err
		})
		if err != nil {
			return err
		}
		return chunks(ticked, func(part []roll.EnrolmentID) error {
			args := make([]any, 0, 3*len(part))
			for _, enrolment := range part {
				args = append(args, school, id, enrolment)
			}
			_, err := tx.exec(ctx, `INSERT INTO student_group_members (school, student_group, enrolment) VALUES `+tuples(len(part), 3)+`
				ON CONFLICT (school, student_group, enrolment) DO NOTHING`, args...)
			return err
		})
	})
}

// DropGroup ends a group; marks that were made with it stay. One that is not there is none.
func (s *Store) DropGroup(ctx context.Context, school roll.SchoolID, id roll.GroupID) error {
	_, err := s.exec(ctx, `DELETE FROM student_groups WHERE school = $1 AND id = $2`, school, id)
	return err
}

const groupsWithMembers = `SELECT g.id, g.period, g.name, g.owner, coalesce(m.enrolment, 0) FROM student_groups g
	LEFT JOIN student_group_members m ON m.school = g.school AND m.student_group = g.id`

// Groups are the groups of a period, everybody's, in the order in which they were made.
func (s *Store) Groups(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Group, error) {
	return s.groups(ctx, groupsWithMembers+` WHERE g.school = $1 AND g.period = $2 ORDER BY g.made_at, g.id, m.enrolment`, school, period)
}

// Group is one group.
func (s *Store) Group(ctx context.Context, school roll.SchoolID, id roll.GroupID) (roll.Group, error) {
	groups, err := s.groups(ctx, groupsWithMembers+` WHERE g.school = $1 AND g.id = $2 ORDER BY m.enrolment`, school, id)
	if err != nil {
		return roll.Group{}, err
	}
	if len(groups) == 0 {
		return roll.Group{}, notFound()
	}
	return groups[0], nil
}

func (s *Store) groups(ctx context.Context, text string, args ...any) ([]roll.Group, error) {
	var groups []roll.Group
	err := s.query(ctx, func(rows *sql.Rows) error {
		var group roll.Group
		var member roll.EnrolmentID
		if err := rows.Scan(&group.ID, &group.Period, &group.Name, &group.Owner, &member); err != nil {
			return err
		}
		if len(groups) == 0 || groups[len(groups)-1].ID != group.ID {
			groups = append(groups, group)
		}
		if member != 0 {
			last := &groups[len(groups)-1]
			last.Members = append(last.Members, member)
		}
		return nil
	}, text, args...)
	return groups, err
}
