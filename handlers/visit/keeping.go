package visit

import (
	"strconv"
	"time"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// keeping is what the tablet's page keeps for when there is no network; nil for everybody else, whose
// browsers keep no roll. The title is that of the class where the page is about one.
func (s *Shell) keeping(v *Visit, title string, now time.Time) *layout.Keeping {
	bounds, ok := v.Bounds.(*tablet)
	if !ok {
		return nil
	}
	// A tablet that was moved or paired anew is another one to its browser: it keeps nothing of before.
	owner := roll.PersonID(string(bounds.ID) + " " + strconv.FormatInt(bounds.Version, 10) + " " + strconv.FormatInt(bounds.Edition, 10))
	return &layout.Keeping{
		Owner: s.Tokens.Pseudonym(owner), Pages: s.doorPages(v), Clock: v.ClockOf(now), Day: v.Words.LongDate(v.Local(now)), OfClass: title != "",
	}
}

// doorPages are the addresses of the tablet's pages.
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
