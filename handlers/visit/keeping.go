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
// whose browsers keep no roll. The title is that of the class where the page is about one.
func (s *Shell) keeping(v *Visit, title string, now time.Time) *layout.Keeping {
	bounds, ok := v.Bounds.(*tablet)
	if !ok {
		return nil
	}
	// A tablet that was moved or paired anew keeps no page of before. Rolls that nobody has saved
	// outlive a move.
	paired := string(bounds.ID) + "-" + strconv.FormatInt(bounds.Version, 10)
	edition := paired + "-" + strconv.FormatInt(bounds.Edition, 10)
	return &layout.Keeping{
		Owner: s.Tokens.Pseudonym(roll.PersonID(edition)), RollsOwner: paired, TapsOwner: string(bounds.ID),
		Pages: s.doorPages(v), Rolls: s.doorRolls(v), Reported: string(bounds.Rolls),
		Clock: v.ClockOf(now), Day: v.Words.LongDate(v.Local(now)), Zone: v.ZoneName(), OfClass: title != "",
	}
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
		rolls[class.ID] = s.Paths.DoorOf(string(class.ID))
		if v.Mode.Taps() {
			rolls[class.ID] = s.Paths.DoorStaff(string(class.ID))
		}
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
		if v.Mode.Taps() {
			pages = append(pages, s.Paths.DoorStaff(string(class.ID)))
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
