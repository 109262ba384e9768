package door

import (
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// TapsView is the page where students tap their names. Taps are posted to Paths.Taps with the fields class,
// period, date, tap, and in for the student who taps.
type TapsView struct {
	layout.Page
	Class  roll.Class
	Period roll.PeriodID
	Date   roll.Date
	// Clock is the present time in the zone, as Words.Clock writes it; Now is the same for scripts.
	Clock string
	Zone  string
	Now   time.Time
	// Late is the time, HH:MM, until which students are not late; it may be empty.
	Late string
	// Owner identifies the tablet in the names of the data that its browser stores.
	Owner string
	// Hides is true if the page hides the names while the tablet is idle.
	Hides bool
	// Sounds is true if each tap makes a sound and a vibration.
	Sounds bool
	// Tap is the token, made by NewTap, of a tap without a script.
	Tap string
	// Generation is the school's generation for the numbers on the tiles.
	Generation paths.Generation
	Tiles      []Tile
	// Fresh is the address of the present tiles, and Events the address of their event stream.
	Fresh, Events string
	// Staff is the address of the roll, and Choose the address of the choice among the tablet's classes;
	// Choose may be empty.
	Staff, Choose string
	// Problem is a sentence to read before the next tap; it may be empty.
	Problem string
}

// TileState is the state of a student's tile.
type TileState string

// The states.
const (
	// Out: the student has not tapped.
	Out TileState = "out"
	// In: the school system has confirmed the arrival.
	In TileState = "in"
	// Kept: the tap is on its way.
	Kept TileState = "kept"
	// Undecided: the student has another mark, and the office decides.
	Undecided TileState = "asked"
)

// Tile is one student.
type Tile struct {
	Enrolment roll.EnrolmentID
	// Name is the first name and an initial.
	Name string
	// Seen is the version of the mark on the tile.
	Seen  int64
	State TileState
	// Clock is the time of arrival of a student who is in, HH:MM.
	Clock string
}

// NewTap returns a token for a press on a page: 16 random bytes.
func NewTap() string {
	name := make([]byte, 16)
	// rand.Read never returns an error.
	_, _ = rand.Read(name)
	return base64.RawURLEncoding.EncodeToString(name)
}

// NumberOf returns the number that distinguishes students with equal names.
func NumberOf(place int) string { return " " + strconv.Itoa(place) }

func (t Tile) value() string { return t.Enrolment.String() + ":" + strconv.FormatInt(t.Seen, 10) }

func (t Tile) says(w *language.Words) string {
	switch t.State {
	case Out:
	case In:
		return w.Text("taps.in", "Clock", t.Clock)
	case Kept:
		return w.Text("taps.kept")
	case Undecided:
		return w.Text("taps.asked")
	}
	return ""
}

func says(tiles []Tile, w *language.Words) string {
	count := 0
	for _, tile := range tiles {
		if tile.State == In {
			count++
		}
	}
	return w.Text("taps.count", "In", w.Number(count), "All", w.Number(len(tiles)))
}

// covered returns the page with its own cover.
func (v *TapsView) covered() *layout.Page {
	v.Cover = tapsCover(v)
	return v.Entitled(v.Class.Name).AtDoor()
}

// live returns the attributes for the script: addresses, the owner of its queue, and words.
func (v *TapsView) live() templ.Attributes {
	text := func(key language.Key) string { return v.Words.Text(key) }
	return templ.Attributes{
		"data-sounds": v.Sounds, "data-tapped": text("taps.tapped"), "data-taken-back": text("taps.taken_back"),
		"data-fresh": v.Fresh, "data-events": v.Events, "data-door": v.Paths.To(paths.Door), "data-owner": v.Owner,
		"data-zone": v.Zone, "data-now": strconv.FormatInt(v.Now.UnixMilli(), 10), "data-not-me": text("taps.not_me"),
		"data-kept": text("taps.kept"), "data-since": v.Words.Text("taps.since", "Clock", "{}"),
		"data-since-kept": text("taps.since_kept"), "data-full": text("taps.full"), "data-over": text("taps.over"),
		"data-refused": text("taps.refused"), "data-to-staff": text("taps.to_staff"),
		"data-away": text("taps.away"),
	}
}
