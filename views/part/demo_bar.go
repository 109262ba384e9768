package part

import "github.com/a-h/templ"

// DemoFault is a fault that the demonstration's school system is given. It is the
// field fault of the bar's form, and its words are in the catalogue as demo.fault.FAULT.
type DemoFault string

// The faults.
const (
	// FaultNone: it works.
	FaultNone DemoFault = "none"
	// FaultSlow: its answers take long.
	FaultSlow DemoFault = "slow"
	// FaultLost: it records what it is sent, but its replies are lost.
	FaultLost DemoFault = "lost"
	// FaultDown: it cannot be reached.
	FaultDown DemoFault = "down"
	// FaultKey: it does not accept the school's key.
	FaultKey DemoFault = "key"
	// FaultOthers: its answers name other students than those who were sent.
	FaultOthers DemoFault = "others"
	// FaultClass: it answers for the whole class.
	FaultClass DemoFault = "class"
)

// Demo is the bar of the demonstration, which names the sample people.
type Demo struct {
	// People lists those as whom a visitor can enter, in order.
	People []DemoPerson
	// Faults is true when the bar offers the switches that make the school system fail.
	Faults bool
	// Active is the fault that the school system has now; empty counts as FaultNone.
	Active DemoFault
	// Tablet is true on the pages of a tablet at a door, whose network the bar takes away.
	Tablet bool
	// System leads to the school system's own page; empty where it has none.
	System string
	// Day and Clock are the demonstration's own time, such as "Monday 23 November" and
	// "08:31".
	Day, Clock string
	// Sent leads to exactly what was sent for the last save; empty before the first.
	Sent string
}

// DemoPerson is a sample person of the demonstration.
type DemoPerson struct{ Email, Name, SchoolName, Role string }

// DemoForm holds the addresses of the bar's forms, and the fields that they all send.
type DemoForm struct {
	// Enter, Faults and Network are the addresses of the forms.
	Enter, Faults, Network string
	// Guard is the forms' field guard, left out where it is empty; Next is the own
	// address to come back to.
	Guard, Next string
}

// fault returns the fault that the school system has now.
func (d *Demo) fault() DemoFault {
	if d.Active == "" {
		return FaultNone
	}
	return d.Active
}

// DemoFaults are the faults in the order in which the bar offers them.
func DemoFaults() []DemoFault {
	return []DemoFault{FaultSlow, FaultLost, FaultDown, FaultKey, FaultOthers, FaultClass}
}

func faultPressed(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

// failing marks the bar while the school system is made to fail.
func (d *Demo) failing() templ.Attributes {
	if d.fault() == FaultNone {
		return nil
	}
	return templ.Attributes{"data-fault": string(d.Active)}
}
