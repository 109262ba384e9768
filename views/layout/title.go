package layout

import (
	"time"

	"rollbook/web/language"
)

// Itself returns the page of a view that contains one.
func (p *Page) Itself() *Page { return p }

// Titled gives p the title of the key if p has none.
func (p *Page) Titled(key language.Key) *Page {
	if p.Title == "" {
		p.Title = p.Words.Text(key)
	}
	return p
}

// Faced gives p the stylesheet of the pages shown to new visitors.
func (p *Page) Faced() *Page {
	p.Face = true
	return p
}

// AtDoor makes p a page of a tablet at a classroom door.
func (p *Page) AtDoor() *Page {
	p.Door = true
	return p
}

// Entitled gives p the title if p has none.
func (p *Page) Entitled(title string) *Page {
	if p.Title == "" {
		p.Title = title
	}
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
