package visit

import "rollbook/web/roll"

// Sign sets the person in front of a shared tablet for this request. The person has a teacher's rights there:
// the office's rights need more than a PIN.
func (v *Visit) Sign(holder roll.PINHolder) {
	v.signed = roll.Actor{Person: holder.Person, Name: holder.Name, Role: roll.Teacher, Tablet: v.Person.Name}
}

// Own reports whether by is the visitor: the person, or any person on this tablet.
func (v *Visit) Own(by roll.Actor) bool {
	if !v.MaySave() && by.Tablet != "" {
		return by.Tablet == v.Person.Name
	}
	return by.Person == v.Actor().Person
}
