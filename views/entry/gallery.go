package entry

import (
	"slices"
	"strings"

	"rollbook/views/layout"
	"rollbook/web/paths"
)

// GalleryView shows each state of each page as a small picture.
type GalleryView struct {
	layout.Page
	// Search holds words; the gallery shows the states whose names contain all of them.
	Search string
	// Width is one of GalleryWidths, Look one of GalleryLooks.
	Width int
	Look  string
	Rooms []GalleryRoom
}

// GalleryRoom is a group of states, in order.
type GalleryRoom struct {
	Name   string
	States []string
}

// GalleryWidths returns the widths of the pictures' windows, in pixels: phone, tablet, computer.
func GalleryWidths() []int { return []int{360, 768, 1280} }

// GalleryLooks returns the themes of the pictures.
func GalleryLooks() []string { return []string{"light", "dark"} }

// GalleryRooms groups states by the first word of their names. States with an unknown word are in the last
// group.
func GalleryRooms(states []string) []GalleryRoom {
	rooms := []GalleryRoom{{Name: "taking"}, {Name: "office"}, {Name: "door"}, {Name: "connecting"}, {Name: "settings"},
		{Name: "entry"}}
	words := map[string]string{
		"taking":     "home roll save request comparison trouble",
		"office":     "class covers date day evacuation exports find history paper print reminders student",
		"door":       "door pair taps",
		"connecting": "connect connection others preview statuses students waiting",
		"settings":   "calendar group groups people school settings tablet tablets teachers times webhooks",
	}
	for _, state := range states {
		first, _, _ := strings.Cut(state, "-")
		at := slices.IndexFunc(rooms,
			func(room GalleryRoom) bool { return slices.Contains(strings.Fields(words[room.Name]), first) })
		if at < 0 {
			at = len(rooms) - 1
		}
		rooms[at].States = append(rooms[at].States, state)
	}
	return rooms
}

// hides reports whether the search leaves the state out.
func (v *GalleryView) hides(state string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(v.Search)),
		func(word string) bool { return !strings.Contains(state, word) })
}

// empty reports whether the search leaves all the states out.
func (v *GalleryView) empty(states ...string) bool {
	return !slices.ContainsFunc(states, func(state string) bool { return !v.hides(state) })
}

// none reports whether the search leaves out the states of all groups.
func (v *GalleryView) none() bool {
	return !slices.ContainsFunc(v.Rooms, func(room GalleryRoom) bool { return !v.empty(room.States...) })
}

// at returns the address of the gallery with the same search, in the width and the look.
func (v *GalleryView) at(width int, look string) string {
	return v.Paths.To(paths.Gallery, v.Search, width, look)
}
