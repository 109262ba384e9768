package part

import "cmp"

// DemoFault is a fault that a visitor gives the demonstration's school system. It is the field fault of the
// bar's form, and its words are in the catalogue as demo.fault.FAULT.
type DemoFault string

// The faults.
const (
	// FaultNone: the school system works.
	FaultNone DemoFault = "none"
	// FaultSlow: it answers slowly.
	FaultSlow DemoFault = "slow"
	// FaultLost: it records each request, but its replies are lost.
	FaultLost DemoFault = "lost"
	// FaultDown: Rollbook cannot reach it.
	FaultDown DemoFault = "down"
	// FaultKey: it does not accept the school's key.
	FaultKey DemoFault = "key"
	// FaultOthers: its answers name students other than those sent.
	FaultOtherStudents DemoFault = "others"
	// FaultClass: it answers for the whole class.
	FaultClass DemoFault = "class"
)

// Demo is the demonstration's bar. It lists the sample people.
type Demo struct {
	// People lists the people a visitor can sign in as, in order.
	People []DemoPerson
	// Faults is true if the bar offers the switches that make the school system fail.
	Faults bool
	// Active is the school system's present fault; empty means FaultNone.
	Active DemoFault
	// Tablet is true on the pages of a tablet at a door; the bar can then cut the tablet's network.
	Tablet bool
	// System is the address of the school system's own page; empty if it has none.
	System string
	// Day and Clock are the demonstration's time, such as "Monday 23 November" and "08:31".
	Day, Clock string
	// Sent is the address of the exact request of the last save; empty before the first.
	Sent string
}

// DemoPerson is a sample person of the demonstration.
type DemoPerson struct{ Email, Name, SchoolName, Role string }

// DemoForm holds the addresses of the bar's forms and the fields that every form sends.
type DemoForm struct {
	// Enter, Faults and Network are the addresses of the forms.
	Enter, Faults, Network string
	// Guard is the forms' field guard, omitted if it is empty; Next is the address, on this site, to return
	// to.
	Guard, Next string
}

// fault returns the school system's present fault.
func (d *Demo) fault() DemoFault { return cmp.Or(d.Active, FaultNone) }

// DemoFaults returns the faults in the order of the bar.
func DemoFaults() []DemoFault {
	return []DemoFault{FaultSlow, FaultLost, FaultDown, FaultKey, FaultOtherStudents, FaultClass}
}
