package views

import "rollbook/web/language"

// titled gives a page the title of its kind where the handler gave it none.
func (p *Page) titled(key language.Key) *Page {
	if p.Title == "" {
		p.Title = p.Words.Text(key)
	}
	return p
}

// entitled gives a page a title that is made of its content.
func (p *Page) entitled(title string) *Page {
	if p.Title == "" {
		p.Title = title
	}
	return p
}
