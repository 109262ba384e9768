package office

import (
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// CoverLinksPage is the office's page of today's cover links.
type CoverLinksPage struct {
	pages   *visit.Pages
	tokens  *auth.Tokens
	store   *store.Store
	rosters *rosters.Rosters
}

// usualCover is the default duration of a link.
const usualCover = 4 * time.Hour

// Get shows today's links, and the form for a new one.
func (l *CoverLinksPage) Get(v *visit.Visit) error {
	form := v.Request().Form
	view := &office.CoversView{
		Page: l.pages.OfficePage(v, "", layout.NavDay), Press: v.PressToken(),
		Until: form.Get("until"), Now: v.Now(),
	}
	if !v.Request().PostForm.Has("until") {
		view.Until = l.usualEnd(v)
	}
	open, classes := l.classes(v)
	view.Classes = classes
	switch at := naming.ClassAmong(classes, roll.PeriodID(form.Get("period")), form.Get("class")); {
	case at >= 0:
		view.Class = layout.ClassOption(classes[at]).Value
	case len(classes) > 0:
	case !open && len(v.Periods()) > 0:
		view.Empty = taking.HomeNotOpen
	default:
		view.Empty = taking.HomeNoClasses
	}
	links := visit.Checked(l.store.CoverLinks(v.Ctx, v.School.ID, v.Today()))(v)
	uses := visit.Checked(l.store.CoverUses(v.Ctx, v.School.ID, v.Today()))(v)
	lines := make([]office.CoverLine, len(links))
	for i, link := range links {
		lines[i] = office.CoverLine{CoverLink: link, Uses: uses[link.ID]}
		for j, use := range lines[i].Uses {
			lines[i].Uses[j].Name = visit.Signed(v.Words, roll.Actor{Name: use.Name, Role: roll.Covering})
		}
	}
	view.Links = lines
	return l.pages.Show(v, office.Covers(view))
}

// usualEnd returns the default end of a new link, HH:MM; never later than its date.
func (l *CoverLinksPage) usualEnd(v *visit.Visit) string {
	now := v.Local(v.Now())
	if end := now.Add(usualCover); roll.DateOf(end, v.School.Zone) == v.School.Today(now) {
		return end.Format("15:04")
	}
	return "23:59"
}

// classes returns today's classes and the school's groups, and whether a period contains today (visit.Check).
func (l *CoverLinksPage) classes(v *visit.Visit) (open bool, classes []roll.Class) {
	if _, err := roll.PeriodsOf(v.Periods(), v.Today()); err != nil {
		return false, nil
	}
	return true, naming.SharedClasses(v, l.rosters, v.Today())
}

// Post makes a link and shows it in the answer itself: only the hash of its secret is stored, so a redirect
// could not show it. The answer is not cached. The secret is derived from the page's token and the form's
// fields (auth.Tokens.LinkSecret): a repeated press makes no other link, and does not show it again.
func (l *CoverLinksPage) Post(v *visit.Visit) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	link, err := l.linkOf(v)
	if err != nil {
		return l.after(v, err)
	}
	about := []string{string(link.School), string(link.Period), string(link.Class), string(link.Date),
		v.Request().PostForm.Get("until")}
	secret := l.tokens.LinkSecret(auth.CoverLink, press, about...)
	link.ID, _ = auth.LinkID[roll.CoverID](auth.CoverLink, secret)
	added, err := l.store.AddCoverLink(v.Ctx, link)
	if err != nil {
		return err
	}
	kept, err := l.store.CoverLink(v.Ctx, link.ID)
	switch _, ended := kept.Ended(v.Now()); {
	case err != nil:
		return err
	case ended:
		return l.after(v, roll.Problem(roll.Stale, "cover.list.gone"))
	case !added:
		return l.after(v, roll.Problem(roll.Stale, "cover.list.shown"))
	}
	return l.showMade(v, kept, secret)
}

// after redirects to the list, or shows there why no link was made.
func (l *CoverLinksPage) after(v *visit.Visit, err error) error {
	return visit.After(v, err, l.pages.Paths.To(paths.Covers, v.School.ID), "", l.Get)
}

// linkOf returns the link for the form, or roll.Meaningless.
func (l *CoverLinksPage) linkOf(v *visit.Visit) (link roll.CoverLink, err error) {
	now, form := v.Now(), v.Request().PostForm
	_, classes := l.classes(v)
	if err := v.Failed(); err != nil {
		return link, err
	}
	at := naming.ClassAmong(classes, roll.PeriodID(form.Get("period")), form.Get("class"))
	if at < 0 {
		return link, roll.Problem(roll.Meaningless, "cover.list.no_class")
	}
	today := v.School.Today(now)
	until, err := roll.ParseTimeOfDay(form.Get("until"))
	if err == nil {
		link.Ends, err = until.Instant(today, v.School.Zone)
	}
	if err != nil {
		return link, roll.Problem(roll.Meaningless, "cover.list.wrong_time").Because(err)
	}
	if !now.Before(link.Ends) {
		return link, roll.Problem(roll.Meaningless, "cover.list.past_time")
	}
	link.School, link.Date, link.MadeBy, link.MadeAt = v.School.ID, today, v.Person.Name, now
	link.Period, link.Class, link.ClassName = classes[at].Period, classes[at].ID, classes[at].Name
	return link, nil
}

// showMade shows the link, on the screen and for paper.
func (l *CoverLinksPage) showMade(v *visit.Visit, link roll.CoverLink, secret string) error {
	view := &office.CoverMadeView{
		Page: l.pages.OfficePage(v, "", layout.NavDay), Made: link,
		Link: l.pages.Origin(v) + l.pages.Paths.To(paths.Cover, secret),
	}
	// A choice of a theme returns to the list, since this page is the answer to a press.
	view.Address = l.pages.Paths.To(paths.Covers, v.School.ID)
	view.Code = visit.Checked(part.CodeOf(view.Link))(v)
	return l.pages.Show(v, office.CoverMade(view))
}

// Revoke ends a link at once, also for people who have opened it already.
func (l *CoverLinksPage) Revoke(v *visit.Visit) error {
	return l.after(v, l.store.RevokeCoverLink(v.Ctx, v.School.ID, roll.CoverID(v.Param("cover")), v.Now()))
}
