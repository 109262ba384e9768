package sandbox

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// sqlBeside returns the students in the school period of an enrolment, those of its class first.
const sqlBeside = `SELECT e.student, e.class_name = f.class_name FROM enrolments f
	JOIN enrolments e ON e.school = f.school AND e.period = f.period
	WHERE f.school = ?1 AND f.id = ?2 ORDER BY e.class_name <> f.class_name, e.id`

// beside is a student who was not sent.
type beside struct {
	student   int64
	classmate bool
}

// mistake applies the faults NameOthers and EchoClass, which put students into the answer who were not sent.
func (s *Sandbox) mistake(ctx context.Context, c *call, items []resultItem) ([]resultItem, error) {
	if len(items) == 0 || !c.fault.NameOthers && !c.fault.EchoClass {
		return items, nil
	}
	others, err := s.unsent(ctx, c, items)
	if err != nil {
		return nil, err
	}
	if c.fault.NameOthers {
		for i := range items[:min(len(items), len(others))] {
			items[i].StudentID = others[i].student
		}
		return items, nil
	}
	for _, other := range others {
		if other.classmate {
			items = append(items, resultItem{StudentID: other.student, AttendanceStatus: items[0].AttendanceStatus, Date: items[0].Date})
		}
	}
	return items, nil
}

// unsent returns the students of the school period who were not sent.
func (s *Sandbox) unsent(ctx context.Context, c *call, items []resultItem) ([]beside, error) {
	sent := make(map[int64]bool, len(items))
	for _, item := range items {
		sent[item.StudentID] = true
	}
	rows, err := s.db.QueryContext(ctx, sqlBeside, c.school.id, c.save.enrolments[0])
	all, err := collect(rows, err, func(r *sql.Rows, one *beside) error { return r.Scan(&one.student, &one.classmate) })
	if err != nil {
		return nil, fmt.Errorf("find other students: %w", err)
	}
	return slices.DeleteFunc(all, func(one beside) bool { return sent[one.student] }), nil
}
