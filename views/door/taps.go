package door

import (
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// TapsView is the page on which students tap their names: posted to Paths.Taps with the fields
// class, period, date, tap, and in for the student who taps.
type TapsView struct {
	layout.Page
	Class  roll.Class
	Period roll.PeriodID
	Date   roll.Date
	// Clock is the time now, as Words.Clock writes it, in the zone, and Now the same for scripts.
	Clock string
	Zone  string
	Now   time.Time
	// Late is the time until which nobody is late, HH:MM; it may be empty.
	Late string
	// Owner stands for the tablet in the name of what its browser keeps.
	Owner string
	// Hides is true where names are hidden while nobody touches the tablet.
	Hides bool
	// Sounds is true where a sound and a vibration go with each tap.
	Sounds bool
	// Tap is the name of a press without a script, made by NewTap.
	Tap string
	// Generation is the school's, for the numbers on the tiles.
	Generation int64
	Tiles      []Tile
	// Fresh is the address of the tiles as they are now, and Events that of their stream.
	Fresh, Events string
	// Staff is the address of the roll, and Choose that of the choice among the tablet's classes; Choose
	// may be empty.
	Staff, Choose string
	// Problem is the sentence that has to be read before anybody taps; it may be empty.
	Problem string
}

// TileState is the state of a student's tile.
type TileState string

// The states.
const (
	// Out: nobody has tapped.
	Out TileState = "out"
	// In: the school system has said so.
	In TileState = "in"
	// Kept: on its way.
	Kept TileState = "kept"
	// Asked: another mark stands there, and the office decides.
	Asked TileState = "asked"
)

// Tile is one student.
type Tile struct {
	Enrolment roll.EnrolmentID
	// Name is the first name and an initial.
	Name string
	// Seen is the version of the mark that the tile shows.
	Seen  int64
	State TileState
	// Clock is the time at which a student who is in came, HH:MM.
	Clock string
}

// NewTap names a press that a page makes: 16 random bytes.
func NewTap() string {
	name := make([]byte, 16)
	// Reading random bytes never fails: it ends the program instead.
	_, _ = rand.Read(name)
	return base64.RawURLEncoding.EncodeToString(name)
}

// NumberOf tells students of one name apart.
func NumberOf(place int) string { return " " + strconv.Itoa(place) }

func (t Tile) value() string { return t.Enrolment.String() + ":" + strconv.FormatInt(t.Seen, 10) }

func (t Tile) says(w *language.Words) string {
	switch t.State {
	case Out:
	case In:
		return w.Text("taps.in", "Clock", t.Clock)
	case Kept:
		return w.Text("taps.kept")
	case Asked:
		return w.Text("taps.asked")
	}
	return ""
}

func countIn(tiles []Tile) int {
	count := 0
	for _, tile := range tiles {
		if tile.State == In {
			count++
		}
	}
	return count
}

func says(tiles []Tile, w *language.Words) string {
	return w.Text("taps.count", "In", w.Number(countIn(tiles)), "All", w.Number(len(tiles)))
}

// covered returns the page with a cover of its own.
func (v *TapsView) covered() *layout.Page {
	v.Cover = tapsCover(v)
	return v.Entitled(v.Class.Name).AtDoor()
}

// live holds the data for the script: addresses, the owner of its queue, and the words that come and go.
func (v *TapsView) live() templ.Attributes {
	text := func(key language.Key) string { return v.Words.Text(key) }
	return templ.Attributes{
		"data-sounds": v.Sounds, "data-tapped": text("taps.tapped"), "data-taken-back": text("taps.taken_back"),
		"data-fresh": v.Fresh, "data-events": v.Events, "data-door": v.Paths.Door(), "data-owner": v.Owner, "data-zone": v.Zone,
		"data-now": strconv.FormatInt(v.Now.UnixMilli(), 10), "data-not-me": text("taps.not_me"), "data-kept": text("taps.kept"),
		"data-since": v.Words.Text("taps.since", "Clock", "{}"), "data-since-kept": text("taps.since_kept"),
		"data-full": text("taps.full"), "data-over": text("taps.over"), "data-refused": text("taps.refused"), "data-to-staff": text("taps.to_staff"),
		"data-away": text("taps.away"),
	}
}
