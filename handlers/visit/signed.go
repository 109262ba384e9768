package visit

import "rollbook/web/roll"

// Sign names who stands before a shared tablet, for this request. That person may do there what a
// teacher may: the office's rights need more than a PIN.
func (v *Visit) Sign(holder roll.PINHolder) {
	v.signed = roll.Actor{Person: holder.Person, Name: holder.Name, Role: roll.Teacher, Tablet: v.Person.Name}
}

// Own reports whether the visitor did it: the person, or anybody on this very tablet.
func (v *Visit) Own(by roll.Actor) bool {
	if !v.MaySave() && by.Tablet != "" {
		return by.Tablet == v.Person.Name
	}
	return by.Person == v.Actor().Person
}
