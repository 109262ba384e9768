// Package layout has the frame of every page: the document, the navigation, the page of a problem, and the
// facts about the reader that all pages use.
package layout

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"rollbook/static"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Page holds the data that every page needs in addition to its content. Words, Paths and Assets are required;
// the rest is optional.
type Page struct {
	Words  *language.Words
	Paths  paths.Paths
	Assets *static.Assets
	// Title is the page's title; the layout adds the product's name.
	Title string
	// Done is the sentence about the last press, and Problem the reason why it did nothing. Both may be empty.
	Done, Problem string
	// Theme is "light", "dark", or empty for the device's preference.
	Theme string
	// Address is the page's path and query. Forms of the layout, such as the choice of a theme, return to it.
	Address string
	// Guard is the token for forms from a browser that sends neither Origin nor Sec-Fetch-Site. It is the
	// field "guard"; empty omits the field.
	Guard string
	// Person is nil if the reader is not signed in; the page then has no navigation and no menu.
	Person *Person
	// School is nil outside a school.
	School *School
	// Nav is the page's entry in the navigation, one of the constants Nav....
	Nav string
	// Links lists the other entries of the navigation that this person may open in this school, in order.
	// Pages that do not exist are not listed.
	Links []string
	// Connects is true if the person may connect the school to its school system.
	Connects bool
	// Rooms lists the parts of the settings that this person may open. Pages of the settings show them at the
	// side.
	Rooms []RoomGroup
	// Alone is true if the person may open only this page of the school; there is no navigation.
	Alone bool
	// Office is true on pages of the office and of admins; they load one more stylesheet.
	Office bool
	// Face is true on pages shown to new visitors; they load their own stylesheet.
	Face bool
	// Passkeys is true on pages where passkeys are created or used; they load a script.
	Passkeys bool
	// Finder is true if the page has the search for students; SearchText is the text of the search.
	Finder     bool
	SearchText string
	// FindsHere is true on the page that shows the students found.
	FindsHere bool
	// OtherDay is the day that the page shows if that is not today. The page's head has another colour then,
	// and its search finds marks of that day.
	OtherDay roll.Date
	// Tray lists the students collected during several searches.
	Tray []roll.EnrolmentID
	// OwnMarks is true where people act on marks or pass them on, and Rollbook cannot read the school
	// system's day; the layout then explains that only marks made in Rollbook are shown.
	OwnMarks bool
	// AsksProof asks an admin to confirm that marks reach the right students, in a school connected before
	// Rollbook required that proof.
	AsksProof bool
	// Opened is the sentence that the office opened the day's school year or term, which does not contain it. NotOpen
	// tells the office that none contains the day or one of the next. Both may be empty.
	Opened, NotOpen string
	// Light is the connection to the school system; it may be nil.
	Light *part.Light
	// Roll is true on the page where a roll is taken: it places the light itself, and does not wait for the
	// stylesheets of other pages.
	Roll bool
	// Door is true on the pages of a tablet at a classroom door; they have no links to other pages.
	Door bool
	// Awake is set only on a tablet.
	Awake *Awake
	// Keeping is set only on a tablet.
	Keeping *Keeping
	// Cover is shown in the header beside the logo instead of everything else; it may be nil.
	Cover templ.Component
	// Tiles is the address of the names on a tablet; a tablet's page of staff opens it after a minute without
	// a touch. It is empty on other pages.
	Tiles string
	// Refresh is the number of seconds after which a browser without scripts loads the page again; 0 means
	// never.
	Refresh int
	// Demo is nil outside the demonstration.
	Demo *Demo
	// Invented is true on the pages of the gallery, which no address answers: their scripts ask for nothing by
	// themselves.
	Invented bool
}

// staffLasts is the time in seconds without a touch after which a tablet leaves a page of staff.
const staffLasts = 60

// StaffOf makes p a page of staff on a tablet, which later opens the address of the names.
func (p *Page) StaffOf(tiles string) { p.Tiles, p.Refresh = tiles, staffLasts }

// refresh returns the value of the page's refresh, for browsers without scripts.
func (p *Page) refresh() string {
	if p.Tiles == "" {
		return strconv.Itoa(p.Refresh)
	}
	return strconv.Itoa(p.Refresh) + ";url=" + p.Tiles
}

// The entries of the navigation.
const (
	NavClasses    = "classes"
	NavDay        = "day"
	NavStudents   = "students"
	NavSettings   = "settings"
	NavConnection = "connection"
)

// Person is the person who is signed in.
type Person struct {
	ID   roll.PersonID
	Name string
	// SingleKeys is false if the person switched single-letter keys off (WCAG 2.1.4).
	SingleKeys bool
	// HasAccount is true for a person with an account; the menu then links to it.
	HasAccount bool
}

// School is the school of the page.
type School struct {
	ID   roll.SchoolID
	Name string
	Zone *time.Location
	// Several is true if the person may work in more than one school.
	Several bool
	// Generation is the generation of the numbers that name students on the page.
	Generation int64
}

// Demo is the demonstration's bar.
type Demo = part.Demo

// DemoPerson is a sample person of the demonstration.
type DemoPerson = part.DemoPerson

// room reports whether the page is in the named part of the settings.
func (p *Page) room(name string) bool {
	address, _, _ := strings.Cut(p.Address, "?")
	own := p.Paths.To(paths.Settings, p.School.ID, name)
	return address == own || strings.HasPrefix(address, own+"/")
}

// RoomGroup is a group of parts of the settings, with the catalogue's key of its name.
type RoomGroup struct {
	Name  string
	Rooms []string
}

// Opens reports whether the navigation has the entry for this person.
func (p *Page) Opens(nav string) bool { return slices.Contains(p.Links, nav) }

// place is the name of the school whose page it is, or else the program's.
func (p *Page) place() string {
	if p.inside() {
		return p.School.Name
	}
	return "Rollbook"
}

// inside reports whether the page is a school's page for a person who works in that school.
func (p *Page) inside() bool { return p.School != nil && p.Person != nil && !p.Alone }

// Keeping describes the data that a tablet at a classroom door keeps for times without a network: its pages
// of today, with the names of its classes, until the day ends by the server's clock; and rolls that are not
// saved yet, with opaque ids, times and tokens and no name.
type Keeping struct {
	// Owner is an opaque value for the tablet and for the data it may show.
	Owner string
	// Storage is the name under which the tablet stores unsent taps and rolls: the school, a point, and
	// auth.Tokens.Storage.
	Storage string
	// ShowsTiles is true on the page with the names, which sends taps itself and needs no other script.
	ShowsTiles bool
	// Rolls are the addresses of the rolls of its classes.
	Rolls map[roll.ClassID]string
	// Reported lists the rolls of the tablet's last report: roll.KeptRolls.
	Reported string
	// Zone is the school's time zone, as browsers name it; empty means the device's.
	Zone string
	// Pages lists the addresses of the pages to keep.
	Pages []string
	// Clock is the time when the page was made, as Words.Clock writes it.
	Clock string
	// Day is today's date in words.
	Day string
	// NetworkKey is auth.Tokens.NetworkKey.
	NetworkKey string
	// AsOf is the key of the sentence that gives the page's age when it is shown without a network.
	AsOf language.Key
}

// Itself returns the page of a view that contains one.
func (p *Page) Itself() *Page { return p }

// Titled gives p the title of the key if p has none.
func (p *Page) Titled(key language.Key) *Page { return p.Entitled(p.Words.Text(key)) }

// Wrong returns the attributes of the fields that the page's problem is about.
func (p *Page) Wrong() templ.Attributes { return Invalid(p.Problem != "", "problem") }

// Faced gives p the stylesheet of the pages shown to new visitors.
func (p *Page) Faced() *Page {
	p.Face = true
	return p
}

// WithPasskeys gives p the script for passkeys.
func (p *Page) WithPasskeys() *Page {
	p.Passkeys = true
	return p
}

// AtDoor makes p a page of a tablet at a classroom door.
func (p *Page) AtDoor() *Page {
	p.Door = true
	return p
}

// Entitled gives p the title if p has none.
func (p *Page) Entitled(title string) *Page {
	p.Title = cmp.Or(p.Title, title)
	return p
}

// ClockOf returns the time of day of an instant in the school's zone; it is empty for none.
func (p *Page) ClockOf(at time.Time) string { return p.Words.ClockIn(at, p.School.Zone) }

// When returns the day and the time of an instant in the school's zone; it is empty for none.
func (p *Page) When(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	there := at.In(p.School.Zone)
	return p.Words.ShortDate(there) + " " + p.Words.Clock(there)
}
