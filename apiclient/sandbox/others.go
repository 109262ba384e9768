package sandbox

import (
	"context"
	"slices"
)

// sqlBeside returns the students in the school period of an enrolment, those of its class first.
const sqlBeside = `SELECT json_object('student', e.student, 'class', e.class_name, 'own', f.class_name)
	FROM enrolments f
	JOIN enrolments e ON e.school = f.school AND e.period = f.period
	WHERE f.school = ?1 AND f.id = ?2 ORDER BY e.class_name <> f.class_name, e.id`

// beside is a student who was not sent.
type beside struct {
	Student int64
	// Class is the student's class, Own that of the first student who was sent.
	Class, Own string
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
			items[i].StudentID = others[i].Student
		}
		return items, nil
	}
	for _, other := range others {
		if other.Class == other.Own {
			also := resultItem{StudentID: other.Student, AttendanceStatus: items[0].AttendanceStatus, Date: items[0].Date}
			items = append(items, also)
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
	all, err := collect[beside](s.db.QueryContext(ctx, sqlBeside, c.school.id, c.save.enrolments[0]))
	return slices.DeleteFunc(all, func(one beside) bool { return sent[one.Student] }), err
}
