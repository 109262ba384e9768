package layout

import "rollbook/web/language"

// Titled gives a page the title of its kind where the handler gave it none.
func (p *Page) Titled(key language.Key) *Page {
	if p.Title == "" {
		p.Title = p.Words.Text(key)
	}
	return p
}

// Faced is the page with the stylesheet of what somebody sees first.
func (p *Page) Faced() *Page {
	p.Face = true
	return p
}

// AtDoor is the page as one of a tablet at a classroom door.
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
