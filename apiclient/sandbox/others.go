package sandbox

import "slices"

// mistake applies the faults NameOthers and EchoClass, which put students into the answer who were not sent.
func (s *Sandbox) mistake(c *call, items []resultItem) ([]resultItem, error) {
	if len(items) == 0 || !c.fault.NameOthers && !c.fault.EchoClass {
		return items, nil
	}
	return of(s, c.school.Code, func(at *school) ([]resultItem, error) {
		first, _ := at.enrolment(c.save.enrolments[0])
		var own, others []resultItem // in the first student's class, and in the others of the school period
		for _, one := range at.students(first.Period) {
			also := resultItem{StudentID: one.StudentID, AttendanceStatus: items[0].AttendanceStatus, Date: items[0].Date}
			sent := func(item resultItem) bool { return item.StudentID == one.StudentID }
			switch {
			case slices.ContainsFunc(items, sent):
			case one.ClassName == first.ClassName:
				own = append(own, also)
			default:
				others = append(others, also)
			}
		}
		if c.fault.EchoClass && !c.fault.NameOthers {
			return append(items, own...), nil
		}
		for i, other := range slices.Concat(own, others)[:min(len(items), len(own)+len(others))] {
			items[i].StudentID = other.StudentID
		}
		return items, nil
	})
}
