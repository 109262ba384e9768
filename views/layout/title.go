package layout

import "rollbook/web/language"

// Titled gives a page the title of its kind where the handler gave it none.
func (p *Page) Titled(key language.Key) *Page {
	if p.Title == "" {
		p.Title = p.Words.Text(key)
	}
	return p
}

// Faced gives a page the stylesheet of the pages that somebody sees first.
func (p *Page) Faced() *Page {
	p.Face = true
	return p
}

// AtDoor makes a page one of a tablet at a classroom door.
func (p *Page) AtDoor() *Page {
	p.Door = true
	return p
}

// Entitled gives a page a title that is made of its content.
func (p *Page) Entitled(title string) *Page {
	if p.Title == "" {
		p.Title = title
	}
	return p
}
