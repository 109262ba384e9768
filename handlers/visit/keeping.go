package visit

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// keeping returns what the tablet's page keeps for times without a network; nil for everybody else,
// whose browsers keep no roll.
func (s *Shell) keeping(v *Visit, now time.Time) *layout.Keeping {
	bounds, ok := v.Bounds.(*tablet)
	if !ok {
		return nil
	}
	// Without a key no code is right, and the page is shown all the same.
	network, _ := s.Tokens.NetworkKey(bounds.ID, bounds.Version)
	// A tablet that was moved or paired anew keeps no page of before. Taps and rolls that were not sent outlive both.
	edition := string(bounds.ID) + "-" + strconv.FormatInt(bounds.Version, 10) + "-" + strconv.FormatInt(bounds.Edition, 10)
	return &layout.Keeping{
		Owner: s.Tokens.Pseudonym(roll.PersonID(edition)), Storage: s.StorageOf(v),
		Pages: s.doorPages(v), Rolls: s.doorRolls(v), Reported: string(bounds.Rolls),
		Clock: v.ClockOf(now), Day: v.Words.LongDate(v.Local(now)), Zone: v.ZoneName(), AsOf: "door.as_of_page", NetworkKey: network,
	}
}

// NetworkCode is that of the tablet which the visitor is; empty for people.
func (s *Shell) NetworkCode(v *Visit) string {
	if bounds, ok := v.Bounds.(*tablet); ok {
		return s.Tokens.NetworkCode(bounds.ID, bounds.Version)
	}
	return ""
}

// StorageOf names what the tablet's browser has not sent yet: by its school, whose next tablet on the same
// device takes it over, and by the tablet.
func (s *Shell) StorageOf(v *Visit) string {
	return string(v.School.ID) + "." + s.Tokens.Storage(roll.TabletID(v.Person.ID))
}

// ZoneName returns the school's zone as browsers know it (IANA), and nothing for that of this machine:
// the demonstration's schools are there, and so is its visitor.
func (v *Visit) ZoneName() string {
	if v.School.Zone == time.Local {
		return ""
	}
	return v.School.Zone.String()
}

// doorRolls returns the addresses of the rolls of the tablet's classes.
func (s *Shell) doorRolls(v *Visit) map[roll.ClassID]string {
	rolls := make(map[roll.ClassID]string, len(v.Classes))
	for _, class := range v.Classes {
		rolls[class.ID] = s.Paths.DoorStaff(string(class.ID))
	}
	return rolls
}

// doorPages returns the addresses of the tablet's pages.
func (s *Shell) doorPages(v *Visit) []string {
	pages := []string{s.Paths.Door()}
	for _, class := range v.Classes {
		if len(v.Classes) > 1 {
			pages = append(pages, s.Paths.DoorOf(string(class.ID)))
		}
	}
	return pages
}

// KeptRolls counts the rolls that the tablet says it keeps, by day, the earliest first.
func (v *Visit) KeptRolls(tablet *roll.Tablet, now time.Time) []part.KeptRolls {
	today := v.School.Today(now)
	counts := make(map[roll.Date]int)
	for _, one := range tablet.Rolls.List() {
		// A tablet whose clock is ahead writes another day.
		counts[min(one.Date, today)]++
	}
	var kept []part.KeptRolls
	for _, date := range slices.Sorted(maps.Keys(counts)) {
		kept = append(kept, part.KeptRolls{Count: counts[date], Day: v.dayBefore(date, today)})
	}
	return kept
}

// dayBefore writes a date that is over, and nothing for today.
func (v *Visit) dayBefore(date, today roll.Date) string {
	switch date.DaysUntil(today) {
	case 0:
		return ""
	case 1:
		return v.Words.Text("tablets.yesterday")
	}
	return v.Words.ShortDate(date.Noon(v.School.Zone))
}
