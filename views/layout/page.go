// Package layout has the frame of every page: the document, the navigation, the page of a
// problem, and what all pages know about their reader.
package layout

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"rollbook/static"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Page holds the data that every page needs besides its own content. Words, Paths and Assets
// are required; the rest may be left out.
type Page struct {
	Words  *language.Words
	Paths  paths.Paths
	Assets *static.Assets
	// Title is the page's own title; the layout adds the product's name.
	Title string
	// Theme is "light", "dark", or empty for what the device prefers.
	Theme string
	// Address is the page's own path and query. Forms that belong to every page,
	// such as the choice of a theme, come back to it.
	Address string
	// Guard is the token of forms that are sent by a browser that tells neither
	// Origin nor Sec-Fetch-Site. It is sent as the field "guard"; empty leaves it out.
	Guard string
	// Person is nil where nobody is signed in: no navigation, no menu.
	Person *Person
	// School is nil outside a school.
	School *School
	// Nav is the entry of the navigation that the page belongs to, one of the
	// constants Nav....
	Nav string
	// Links are the entries of the navigation besides the classes that this person may
	// open in this school, in order. A page that does not exist is not listed.
	Links []string
	// Rooms are the parts of the settings that this person may open, on the pages of the settings;
	// they stand at the side.
	Rooms []RoomGroup
	// Alone is true for a person who may open the one page and no other of the school: there is no
	// navigation.
	Alone bool
	// Office is true on pages of the office and of admins, which have a stylesheet besides
	// everybody's.
	Office bool
	// Face is true on the page that somebody sees first, which has a stylesheet of its own.
	Face bool
	// Finder is true where a student can be sought from every page; Sought is the text that is
	// sought for.
	Finder bool
	Sought string
	// FindsHere is true on the page that shows the students found; FindsOn is the past date on which
	// it shows them, empty for today.
	FindsHere bool
	FindsOn   roll.Date
	// Tray lists the students who are collected while others are sought.
	Tray []roll.EnrolmentID
	// OwnMarks is true where people act on marks, or hand them on, and the school system's day
	// cannot be read: the layout says whose marks they are.
	OwnMarks bool
	// AsksProof asks an admin whether marks reach the right students, in a school that was connected
	// before such proofs were asked for.
	AsksProof bool
	// Light is the connection to the school system; nil where there is nothing to say.
	Light *part.Light
	// Roll is true on the page on which a roll is taken: it has a place of its own for the light,
	// and does not wait for what other pages look like.
	Roll bool
	// Door is true on the pages of a tablet at a classroom door: nothing leads away from them.
	Door bool
	// Awake is nil but on a tablet.
	Awake *Awake
	// Keeping is nil but on a tablet.
	Keeping *Keeping
	// Cover stands in the header beside the mark, in place of all else; nil for none.
	Cover templ.Component
	// Tiles is the address of the names on a tablet's page of staff, which gives way to them once nobody
	// has touched it for a minute; empty elsewhere.
	Tiles string
	// Refresh has a browser without scripts read the page again after so many seconds; 0 for never.
	Refresh int
	// Demo is nil outside the demonstration.
	Demo *Demo
}

// staffLasts is the time without a touch, in seconds, after which a tablet's page of staff is over.
const staffLasts = 60

// StaffOf makes the page one of staff on a tablet, which gives way to the address of the names.
func (p *Page) StaffOf(tiles string) { p.Tiles, p.Refresh = tiles, staffLasts }

// refresh says when a browser without scripts reads which page.
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
	// Role is the person's role in the page's school; empty outside a school.
	Role roll.Role
	// SingleKeys is false when single-letter keys are switched off (WCAG 2.1.4).
	SingleKeys bool
	// HasAccount is true for a person with an account of their own, which a menu leads to.
	HasAccount bool
}

// School is the school that the page is about.
type School struct {
	ID   roll.SchoolID
	Name string
	// Several is true when the person may work in more than one school.
	Several bool
	// Generation is that with which numbers on the page name students.
	Generation int64
}

// Demo is the bar of the demonstration.
type Demo = part.Demo

// DemoPerson is a sample person of the demonstration.
type DemoPerson = part.DemoPerson

// room reports whether the page is one of that part of the settings.
func (p *Page) room(name string) bool {
	address, _, _ := strings.Cut(p.Address, "?")
	own := p.Paths.Settings(string(p.School.ID), name)
	return address == own || strings.HasPrefix(address, own+"/")
}

// RoomGroup lists parts of the settings that belong together, under a name of the catalogue.
type RoomGroup struct {
	Name  string
	Rooms []string
}

// inside reports whether the page is one of a school's, for somebody who works in it.
func (p *Page) inside() bool { return p.School != nil && p.Person != nil && !p.Alone }
