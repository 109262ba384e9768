package visit

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/views/layout"
	"rollbook/web/connecting/proof"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// wordsKey is the key of the visitor's words in the request's context.
const wordsKey = "words"

// WordsOf returns the words of the visitor's pages, or those in the browser's language for an unknown visitor.
func (p *Pages) WordsOf(c echo.Context) *language.Words {
	if words, known := c.Get(wordsKey).(*language.Words); known {
		return words
	}
	return p.words.For(c.Request().Header.Get("Accept-Language"))
}

// speak chooses the words of the visitor's pages, and the visitor's name in them. The person's or tablet's language
// comes before the school's, and both before the browser's.
func (p *Pages) speak(v *Visit) {
	v.Words = p.WordsOf(v)
	// Outside the schools, pages are in the language of the person's only school.
	own := ""
	if len(v.Memberships) == 1 {
		own = v.Memberships[0].Language
	}
	for _, tag := range []string{own, v.School.Language, v.Person.Language} {
		if words := p.words.In(tag); words != nil {
			v.Words = words
		}
	}
	if v.Person.SurnameFirst {
		v.Words = v.Words.SurnameFirst()
	}
	v.Set(wordsKey, v.Words)
	if !v.HasPassword {
		v.Name = Signed(v.Words, roll.Actor{Name: v.Person.Name, Role: v.Memberships[0].Role})
	}
}

// AllWords returns the words of every language.
func (p *Pages) AllWords() []*language.Words { return p.words.All() }

// Languages returns the choice of a language, which begins with an empty one of the text none.
func (p *Pages) Languages(none string) []layout.Option {
	return layout.Options(none, p.AllWords(),
		func(one *language.Words) layout.Option { return layout.Option{Value: one.Tag(), Text: one.Name()} })
}

// Speaks reports whether the text is the tag of a language that pages can have, or empty for none chosen.
func (p *Pages) Speaks(tag string) bool { return tag == "" || p.words.In(tag) != nil }

// Page fills in the layout of a page.
func (p *Pages) Page(v *Visit, title, nav string) layout.Page {
	page := p.layout(v.Context, v.Words, v.Device, title)
	page.Person = &layout.Person{ID: v.Person.ID, Name: v.Name, SingleKeys: v.Person.SingleKeys, HasAccount: v.HasPassword}
	page.Guard = p.tokens.FormToken(p.binding(v.Ctx, v.Device))
	v.about(&page)
	if v.School.ID != "" {
		page.School = &layout.School{ID: v.School.ID, Name: v.School.Name, Zone: v.School.Zone,
			Several: len(v.Memberships) > 1, Generation: v.School.Generation}
		page.Nav, page.Links, page.Connects = nav, linksOf(v.Role), v.May(auth.ManageConnection)
		page.Alone, page.Door = !v.May(auth.SeeStudents), v.Confined
		if page.Door {
			page.Person.Name = v.Person.Name
			now := v.Now()
			page.Keeping = p.keeping(v, now)
			if page.Demo != nil {
				page.Demo.Tablet = true
			}
			page.Awake = &layout.Awake{Now: now, Ends: v.School.Today(now).End(v.School.Zone)}
		}
		page.Light = p.Light(v)
		v.addYear(&page)
		page.Finder = v.May(auth.SeeDay)
		page.Office, page.OtherDay = page.Finder, v.otherDay()
		page.AsksProof = p.asksProof(v, nav)
		if nav == layout.NavSettings {
			page.Rooms = RoomsOf(v.Role)
		}
	}
	return page
}

// linksOf returns the navigation's links for the role, apart from the classes.
func linksOf(role roll.Role) []string {
	var links []string
	if auth.Can(role, auth.SeeDay) {
		links = append(links, layout.NavDay)
	}
	if auth.Can(role, auth.SeeConnection) {
		links = append(links, layout.NavConnection)
	}
	if auth.Can(role, auth.SeeSettings) && len(RoomsOf(role)) > 0 {
		links = append(links, layout.NavSettings)
	}
	return links
}

// binding returns the session for the forms of a page, or the device without one.
func (p *Pages) binding(ctx context.Context, device session.Device) string {
	return cmp.Or(p.sessions.Binding(ctx), device.ID)
}

// OfficePage is a page with the office's stylesheet.
func (p *Pages) OfficePage(v *Visit, title, nav string) layout.Page {
	page := p.Page(v, title, nav)
	page.Office = true
	return page
}

// WithMarks prepares a page where people act on missing marks: if the school system's day cannot be read,
// the page states that it shows only Rollbook's marks.
func (p *Pages) WithMarks(v *Visit, page layout.Page) layout.Page {
	page.OwnMarks = p.OwnMarks(v)
	return page
}

// OwnMarks reports whether pages show only the marks of Rollbook: the school system's day cannot be read, or
// that is unknown.
func (p *Pages) OwnMarks(v *Visit) bool {
	readable, err := p.days.CanRead(v.Ctx, v.School)
	return err != nil || !readable
}

// FirstPage returns the address of a member's first page in the school.
func (p *Pages) FirstPage(member roll.Membership) string {
	if member.Role == roll.Office {
		return p.Paths.To(paths.Day, member.School)
	}
	return p.Paths.To(paths.School, member.School)
}

// BarePage returns a page without a visitor.
func (p *Pages) BarePage(c echo.Context, title string) layout.Page {
	device, _ := p.devices.Load(c.Request())
	return p.layout(c, p.WordsOf(c), device, title)
}

// Binding identifies the session of the request's page, or its device without one: the token of the page is bound to
// it.
func (p *Pages) Binding(c echo.Context) string {
	device, _ := p.devices.Load(c.Request())
	if made, fresh := c.Get(deviceKey).(session.Device); fresh {
		device = made
	}
	return p.binding(c.Request().Context(), device)
}

// MadeHere reports whether this server made the token, for whomever.
func (p *Pages) MadeHere(token roll.Token) bool {
	return errors.Is(p.tokens.Check(token, ""), auth.ErrTokenForeign)
}

// deviceKey is the key of the device that FormPage stored in the request's context.
const deviceKey = "device"

// FormPage is BarePage for a page with a form, whose token is bound to the session, or to the device without one.
func (p *Pages) FormPage(c echo.Context, title string) (layout.Page, error) {
	device, _ := p.devices.Load(c.Request())
	page := p.layout(c, p.WordsOf(c), device, title)
	page.Guard = p.tokens.FormToken(p.binding(c.Request().Context(), device))
	c.Set(deviceKey, device)
	return page, p.devices.Save(c.Response(), device)
}

func (p *Pages) layout(c echo.Context, words *language.Words, device session.Device, title string) layout.Page {
	page := layout.Page{
		Words: words, Paths: p.Paths, Assets: p.Assets, Title: title, Theme: string(device.Theme),
		Address: p.Paths.Base() + c.Request().URL.RequestURI(), Demo: p.demo.bar(words, p.clock()),
	}
	if base := p.Paths.Base(); base != "" && strings.HasPrefix(c.Request().URL.Path, base+"/") {
		page.Address = c.Request().URL.RequestURI()
	}
	return page
}

// asksProof reports whether the page asks an admin to prove a school that was connected before. Answers with
// other students must be resolved first.
func (p *Pages) asksProof(v *Visit, nav string) bool {
	of := nav == layout.NavSettings || nav == layout.NavConnection
	return of && v.May(auth.ManageConnection) && v.Connection.Pause != roll.PausedStudents && proof.Asks(v.School)
}

// said returns the sentences about a press, by the names that the address of the next page has.
func said() map[string]language.Key {
	return map[string]language.Key{
		"day": "day.settings.kept", "calendar": "calendar.kept", "year": "year.kept", "codes": "codes.kept",
		"times":     "times.kept",
		"retention": "retention.kept", "reasons": "known.reasons.kept", "group": "group_list.kept",
		"absence": "known.kept", "absence-corrected": "known.kept_corrected", "teachers": "class_teachers.kept",
		"school":    "ending.renamed",
		"statuses":  "status_list.kept",
		"key-added": "school_keys.added", "key-switched": "school_keys.switched", "key-removed": "school_keys.removed",
		"sso": "sso.said.kept", "sso-removed": "sso.said.removed", "reminders": "reminder.sent",
		"preferences": "preferences.kept", "tablet": "tablets.said.change", "tablet-removed": "tablets.said.revoke",
		"tablet-in": "tablets.said.approve", "tablet-refused": "tablets.said.refuse", "pin-lifted": "tablets.said.lift",
		"password": "account.said.password", "session": "account.said.session",
		"sessions": "account.said.sessions", "passkey": "account.said.passkey",
		"factor-removed": "account.said.factor_removed", "own-pin": "account.said.pin",
		"own-pin-removed": "account.said.pin_removed",
		"own-pin-lifted":  "account.said.pin_lifted",
	}
}

// about adds the result of the last press to the page.
func (v *Visit) about(page *layout.Page) {
	if v.refused != nil {
		page.Problem = v.Words.Text(v.refused.Message, v.refused.Values...)
	} else if key := said()[v.QueryParam("said")]; key != "" {
		page.Done = v.Words.Text(key)
	}
	if v.page != "" {
		page.Address = v.page
	}
}
