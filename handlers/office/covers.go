package office

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
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

// coverForm contains the fields of the form.
type coverForm struct {
	period roll.PeriodID
	class  roll.ClassID
	until  string
}

// Get shows today's links, and the form for a new one.
func (l *CoverLinksPage) Get(v *visit.Visit) error {
	form := coverFormOf(v.Request().Form)
	form.until = l.usualEnd(v)
	return l.show(v, http.StatusOK, form, "")
}

// usualEnd returns the default end of a new link, HH:MM; never later than its date.
func (l *CoverLinksPage) usualEnd(v *visit.Visit) string {
	now := v.Local(v.Now())
	if end := now.Add(usualCover); roll.DateOf(end, v.School.Zone) == v.School.Today(now) {
		return end.Format("15:04")
	}
	return "23:59"
}

func (l *CoverLinksPage) show(v *visit.Visit, status int, form coverForm, problem string) error {
	view := &office.CoversView{
		Page: l.pages.OfficePage(v, "", layout.NavDay), Press: v.PressToken(), Class: form.class, Until: form.until, Problem: problem, Now: v.Now(),
	}
	period, classes, err := l.classes(v, form.period)
	if err != nil {
		return err
	}
	view.Period, view.Classes = period, classes
	if len(classes) == 0 {
		view.Empty = taking.HomeNoClasses
	}
	if view.Links, err = l.lines(v); err != nil {
		return err
	}
	return l.pages.Render(v, status, office.Covers(view))
}

// classes returns the classes of the period and the school's groups, or none without a period.
func (l *CoverLinksPage) classes(v *visit.Visit, requested roll.PeriodID) (roll.Period, []roll.Class, error) {
	period, err := naming.PeriodIn(v, l.rosters, requested, v.Today())
	if errors.Is(err, roll.ErrNoPeriods) {
		return roll.Period{}, nil, nil
	}
	if err != nil {
		return roll.Period{}, nil, err
	}
	classes, err := naming.SharedClasses(v, l.rosters, period.ID)
	return period, classes, err
}

// lines lists today's links.
func (l *CoverLinksPage) lines(v *visit.Visit) ([]office.CoverLine, error) {
	links, err := l.store.CoverLinks(v.Ctx, v.School.ID, v.Today())
	if err != nil {
		return nil, err
	}
	uses, err := l.store.CoverUses(v.Ctx, v.School.ID, v.Today())
	if err != nil {
		return nil, err
	}
	lines := make([]office.CoverLine, len(links))
	for i, link := range links {
		lines[i] = office.CoverLine{CoverLink: link, Uses: uses[link.ID]}
		for j, use := range lines[i].Uses {
			lines[i].Uses[j].Name = visit.Signed(v.Words, roll.Actor{Name: use.Name, Role: roll.Covering})
		}
	}
	return lines, nil
}

// Post makes a link and shows it in the answer itself: only the hash of its secret is stored, so a redirect
// could not show it. The answer is not cached. The secret is derived from the page's token and the form's
// fields (auth.CoverSecret): a repeated press shows the same link and makes no other.
func (l *CoverLinksPage) Post(v *visit.Visit) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	form := coverFormOf(v.Request().PostForm)
	link, err := l.linkOf(v, form)
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		return l.show(v, http.StatusUnprocessableEntity, form, v.Words.Text(problem.Message))
	}
	if err != nil {
		return err
	}
	about := []string{string(link.School), string(link.Period), string(link.Class), string(link.Date), form.until}
	secret := l.tokens.CoverSecret(press, strings.Join(about, "\x00"))
	link.ID, _ = auth.CoverID(secret)
	if err := l.store.AddCoverLink(v.Ctx, link); err != nil {
		return err
	}
	kept, err := l.store.CoverLink(v.Ctx, link.ID)
	if err != nil {
		return err
	}
	if _, ended := kept.Ended(v.Now()); ended {
		return l.show(v, http.StatusConflict, form, v.Words.Text("cover.list.gone"))
	}
	if v.Now().Sub(kept.MadeAt) > roll.LinkShownFor {
		return l.show(v, http.StatusConflict, form, v.Words.Text("cover.list.shown"))
	}
	return l.showMade(v, kept, secret)
}

func coverFormOf(values url.Values) coverForm {
	return coverForm{period: roll.PeriodID(values.Get("period")), class: roll.ClassID(values.Get("class")), until: values.Get("until")}
}

// linkOf returns the link for the form, or roll.Meaningless.
func (l *CoverLinksPage) linkOf(v *visit.Visit, form coverForm) (roll.CoverLink, error) {
	now := v.Now()
	today := v.School.Today(now)
	period, classes, err := l.classes(v, form.period)
	if err != nil {
		return roll.CoverLink{}, err
	}
	at := slices.IndexFunc(classes, func(class roll.Class) bool { return class.ID == form.class })
	if at < 0 {
		return roll.CoverLink{}, roll.Problem(roll.Meaningless, "cover.list.no_class")
	}
	until, err := roll.ParseTimeOfDay(form.until)
	if err != nil {
		return roll.CoverLink{}, roll.Problem(roll.Meaningless, "cover.list.wrong_time").Because(err)
	}
	ends, err := until.Instant(today, v.School.Zone)
	if err != nil {
		return roll.CoverLink{}, roll.Problem(roll.Meaningless, "cover.list.wrong_time").Because(err)
	}
	if !now.Before(ends) {
		return roll.CoverLink{}, roll.Problem(roll.Meaningless, "cover.list.past_time")
	}
	return roll.CoverLink{
		School: v.School.ID, Period: period.ID, Class: classes[at].ID, ClassName: classes[at].Name, Date: today,
		Ends: ends, MadeBy: v.Person.Name, MadeAt: now,
	}, nil
}

// showMade shows the link, on the screen and for paper.
func (l *CoverLinksPage) showMade(v *visit.Visit, link roll.CoverLink, secret string) error {
	view := &office.CoverMadeView{
		Page: l.pages.OfficePage(v, "", layout.NavDay), Made: link,
		Link: l.pages.Origin(v) + l.pages.Paths.Cover(secret),
	}
	// A choice of a theme returns to the list, since this page is the answer to a press.
	view.Address = l.pages.Paths.Covers(string(v.School.ID), "", "")
	var err error
	if view.Code, err = part.CodeOf(view.Link); err != nil {
		return err
	}
	return l.pages.Render(v, http.StatusOK, office.CoverMade(view))
}

// Revoke ends a link at once, also for people who have opened it already.
func (l *CoverLinksPage) Revoke(v *visit.Visit) error {
	err := l.store.RevokeCoverLink(v.Ctx, v.School.ID, roll.CoverID(v.Param("cover")), v.Now())
	return visit.Done(v, err, l.pages.Paths.Covers(string(v.School.ID), "", ""))
}
