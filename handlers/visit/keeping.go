package visit

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// keeping returns the data that the tablet's page stores for use without a network; nil for other visitors, whose
// browsers store no roll.
func (p *Pages) keeping(v *Visit, now time.Time) *layout.Keeping {
	bounds, ok := v.Bounds.(*tablet)
	if !ok {
		return nil
	}
	// Without a key no code is right, and the page is shown anyway.
	network, _ := p.tokens.NetworkKey(bounds.ID, bounds.Version)
	// A tablet that was moved or paired again deletes its earlier pages. Unsent taps and rolls stay.
	edition := string(bounds.ID) + "-" + strconv.FormatInt(bounds.Version, 10) + "-" +
		strconv.FormatInt(bounds.Edition, 10)
	pages, rolls := []string{p.Paths.To(paths.Door)}, make(map[roll.ClassID]string, len(v.Classes))
	for _, class := range v.Classes {
		rolls[class.ID] = p.Paths.To(paths.DoorStaff, class.ID)
		if len(v.Classes) > 1 {
			pages = append(pages, p.Paths.To(paths.Door, class.ID))
		}
	}
	return &layout.Keeping{
		Owner: p.tokens.Pseudonym(roll.PersonID(edition)), Storage: v.Storage(),
		Pages: pages, Rolls: rolls, Reported: string(bounds.Rolls),
		Clock: v.ClockOf(now), Day: v.Words.LongDate(v.Local(now)), Zone: v.ZoneName(), AsOf: "door.as_of_page",
		NetworkKey: network,
	}
}

// NetworkCode returns the code of the visiting tablet, "" for people.
func (v *Visit) NetworkCode() string {
	if bounds, ok := v.Bounds.(*tablet); ok {
		return v.services.tokens.NetworkCode(bounds.ID, bounds.Version)
	}
	return ""
}

// Pseudonym returns a name for the visitor's data in the browser.
func (v *Visit) Pseudonym() string { return v.services.tokens.Pseudonym(v.Person.ID) }

// Storage returns the name of the storage for unsent data: its school, whose next tablet on the same device
// takes it over, and the tablet.
func (v *Visit) Storage() string {
	return string(v.School.ID) + "." + v.services.tokens.Storage(roll.TabletID(v.Person.ID))
}

// ZoneName returns the school's zone by its IANA name, or "" for the zone of this machine: in the
// demonstration, schools and visitor are both here.
func (v *Visit) ZoneName() string {
	if v.School.Zone == time.Local {
		return ""
	}
	return v.School.Zone.String()
}

// KeptRolls returns the rolls in the tablet's report by day, the earliest first.
func (v *Visit) KeptRolls(tablet *roll.Tablet, now time.Time) []part.KeptRolls {
	today := v.School.Today(now)
	taken := make(map[roll.Date][]string)
	for _, one := range tablet.Rolls.List() {
		// A tablet whose clock is ahead reports a later day.
		date := min(one.Date, today)
		taken[date] = append(taken[date], one.Taken)
	}
	var kept []part.KeptRolls
	for _, date := range slices.Sorted(maps.Keys(taken)) {
		kept = append(kept, part.KeptRolls{Count: len(taken[date]), Taken: v.Words.List(taken[date]),
			Day: v.dayBefore(date, today)})
	}
	return kept
}

// dayBefore formats a past date, and returns "" for today.
func (v *Visit) dayBefore(date, today roll.Date) string {
	switch date.DaysUntil(today) {
	case 0:
		return ""
	case 1:
		return v.Words.Text("tablets.yesterday")
	}
	return v.Words.ShortDate(date.Noon(v.School.Zone))
}
