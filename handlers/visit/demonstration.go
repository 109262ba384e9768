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

// Demonstration is what every page of the demonstration also shows: the people to enter as, and the present
// fault of the school system.
type Demonstration struct {
	web.Demo
	Fault atomic.Value
	// Plugs are the networks of its tablets.
	Plugs Plugs
}

// bar returns the bar of the demonstration, with its time; nil outside the demonstration.
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

// Person returns the person with the address, or false.
func (d *Demonstration) Person(email string) (person web.DemoPerson, ok bool) {
	for _, person := range d.People() {
		if person.Email == email {
			return person, true
		}
	}
	return web.DemoPerson{}, false
}

// First returns the best person of the role to enter as: preferably one of the first school, and a teacher
// whose class is due.
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
