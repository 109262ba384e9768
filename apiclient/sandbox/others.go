package sandbox

import (
	"slices"
)

// mistake applies the faults NameOthers and EchoClass, which put students into the answer who were not sent.
func (s *Sandbox) mistake(c *call, items []Result) ([]Result, error) {
	if len(items) == 0 || !c.fault.NameOthers && !c.fault.EchoClass {
		return items, nil
	}
	return of(s, c.school.Code, func(at *school) ([]Result, error) {
		first, _ := at.enrolment(c.save.enrolments[0])
		var own, others []Result // in the first student's class, and in the others of the school period
		for _, one := range at.students(first.Period) {
			also := Result{StudentID: one.StudentID, Status: items[0].Status, Date: items[0].Date}
			sent := func(item Result) bool { return item.StudentID == one.StudentID }
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
