package visit

import (
	"sync/atomic"
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Demonstration holds what every page of the demonstration shows besides its own content: the
// people to enter as, and the fault that the school system is made to have.
type Demonstration struct {
	web.Demo
	Fault atomic.Value
	// Plugs are the networks of its tablets.
	Plugs Plugs
}

// bar returns the bar of the demonstration, with the time there; nil outside it.
func (d *Demonstration) bar(words *language.Words, now time.Time) *layout.Demo {
	if d == nil {
		return nil
	}
	bar := &layout.Demo{Faults: true, System: d.System(), Day: words.LongDate(now), Clock: words.Clock(now)}
	bar.Active, _ = d.Fault.Load().(part.DemoFault)
	for _, person := range d.People() {
		bar.People = append(bar.People, layout.DemoPerson{
			Email: person.Email, Name: person.Name, SchoolName: person.SchoolName, Role: string(person.Role),
		})
	}
	return bar
}

// Person finds the person with the address; ok is false where there is none.
func (d *Demonstration) Person(email string) (person web.DemoPerson, ok bool) {
	for _, person := range d.People() {
		if person.Email == email {
			return person, true
		}
	}
	return web.DemoPerson{}, false
}

// First finds the person of the role to enter as first: rather one of the first school, and rather
// a teacher whose class is due.
func (d *Demonstration) First(role roll.Role) (best web.DemoPerson, ok bool) {
	people := d.People()
	better := func(a, b web.DemoPerson) bool {
		if home := people[0].School; (a.School == home) != (b.School == home) {
			return a.School == home
		}
		return a.DueClass != "" && b.DueClass == ""
	}
	for _, person := range people {
		if person.Role == role && (!ok || better(person, best)) {
			best, ok = person, true
		}
	}
	return best, ok
}
