package handlers

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
)

// CoverLinks keeps the links with which somebody without an account takes a roll.
type CoverLinks interface {
	AddCoverLink(ctx context.Context, link roll.CoverLink) error
	CoverLink(ctx context.Context, id roll.CoverID) (roll.CoverLink, error)
	CoverLinks(ctx context.Context, school roll.SchoolID, date roll.Date) ([]roll.CoverLink, error)
	CoverUses(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.CoverID][]roll.CoverUse, error)
	RevokeCoverLink(ctx context.Context, school roll.SchoolID, id roll.CoverID, at time.Time) error
}

// coverLinksPage is the office's page of the links of today.
type coverLinksPage struct {
	*shell
	rosters Rosters
	groups  Groups
	links   CoverLinks
	// public is the address by which the server is reached; nil for the request's own.
	public *url.URL
}

// usualCover is how long a link lasts unless the office says otherwise.
const usualCover = 4 * time.Hour

// coverForm is what the form says.
type coverForm struct {
	press  roll.Token
	period roll.PeriodID
	class  roll.ClassID
	until  string
}

// get lists the links of today, beside the form for a new one.
func (l *coverLinksPage) get(v *visit) error {
	form := v.Request().Form
	period, err := web.Single(form, "period")
	if err != nil {
		return err
	}
	class, err := web.Single(form, "class")
	if err != nil {
		return err
	}
	return l.show(v, http.StatusOK, coverForm{period: roll.PeriodID(period), class: roll.ClassID(class), until: l.usualEnd(v)}, "")
}

// usualEnd is when a link ends that is made now, HH:MM; never later than its date.
func (l *coverLinksPage) usualEnd(v *visit) string {
	now := v.local(l.clock())
	if end := now.Add(usualCover); roll.DateOf(end, v.school.Zone) == v.school.Today(now) {
		return end.Format("15:04")
	}
	return "23:59"
}

func (l *coverLinksPage) show(v *visit, status int, form coverForm, problem string) error {
	view := &views.CoversView{
		Page: l.officePage(v, "", views.NavDay), Press: l.tokens.New(v.person.ID), Class: form.class, Until: form.until, Problem: problem,
	}
	period, classes, err := l.classes(v, form.period)
	if err != nil {
		return err
	}
	view.Period, view.Classes = period, classes
	if len(classes) == 0 {
		view.Empty = views.HomeNoClasses
	}
	if view.Links, err = l.lines(v); err != nil {
		return err
	}
	return l.render(v, status, views.Covers(view))
}

// classes are those of the period, and the school's groups; none where there is no period.
func (l *coverLinksPage) classes(v *visit, asked roll.PeriodID) (roll.Period, []roll.Class, error) {
	periods, _, err := l.rosters.Periods(v.ctx, v.school)
	if err != nil || len(periods) == 0 {
		return roll.Period{}, nil, err
	}
	period, err := periodOf(v, periods, asked, v.school.Today(l.clock()))
	if err != nil {
		return roll.Period{}, nil, err
	}
	classes, _, err := l.rosters.Classes(v.ctx, v.school, period.ID)
	if err != nil {
		return roll.Period{}, nil, err
	}
	groups, err := l.groups.Groups(v.ctx, v.school, period.ID)
	if err != nil {
		return roll.Period{}, nil, err
	}
	classes = slices.Concat(classes, groupClasses(v, groups))
	// What somebody put together for herself, nobody else takes the roll of.
	classes = slices.DeleteFunc(classes, func(class roll.Class) bool { return class.Owner != "" })
	return period, namedClasses(v, classes), nil
}

// lines are the links of today.
func (l *coverLinksPage) lines(v *visit) ([]views.CoverLine, error) {
	now := l.clock()
	links, err := l.links.CoverLinks(v.ctx, v.school.ID, v.school.Today(now))
	if err != nil {
		return nil, err
	}
	uses, err := l.links.CoverUses(v.ctx, v.school.ID, v.school.Today(now))
	if err != nil {
		return nil, err
	}
	lines := make([]views.CoverLine, len(links))
	for i, link := range links {
		line := &lines[i]
		line.ClassName, line.MadeBy, line.Made, line.Until = link.ClassName, link.MadeBy, v.clockOf(link.MadeAt), v.clockOf(link.Ends)
		if since, ended := link.Ended(now); ended {
			line.Ended, line.Revoked = v.clockOf(since), since.Equal(link.RevokedAt)
		} else {
			line.Revoke = l.paths.CoverRevoke(string(v.school.ID), string(link.ID))
		}
		for _, use := range uses[link.ID] {
			line.Uses = append(line.Uses, views.CoverUse{Name: signed(v.words, roll.Actor{Name: use.Name, Role: roll.Covering}), Clock: v.clockOf(use.At)})
		}
	}
	return lines, nil
}

// post makes a link and shows it, in the answer itself: only the hash of its secret is
// kept, so there is nothing that a redirect could lead to. The answer is stored nowhere,
// and the secret is made of the page's token and of what the form says (auth.CoverSecret):
// pressed twice, or loaded again, the same press shows the same link and makes no other.
func (l *coverLinksPage) post(v *visit) error {
	form, err := coverFormOf(v.Request().PostForm)
	if err != nil {
		return err
	}
	if err := l.tokens.Check(form.press, v.person.ID); err != nil {
		return roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	link, err := l.linkOf(v, form)
	var problem *roll.Error
	if errors.As(err, &problem) && problem.Kind == roll.Meaningless {
		return l.show(v, http.StatusUnprocessableEntity, form, v.words.Text(problem.Message))
	}
	if err != nil {
		return err
	}
	about := []string{string(link.School), string(link.Period), string(link.Class), string(link.Date), form.until}
	secret := l.tokens.CoverSecret(form.press, strings.Join(about, "\x00"))
	link.ID, _ = auth.CoverID(secret)
	if err := l.links.AddCoverLink(v.ctx, link); err != nil {
		return err
	}
	kept, err := l.links.CoverLink(v.ctx, link.ID)
	if err != nil {
		return err
	}
	if _, ended := kept.Ended(l.clock()); ended {
		return l.show(v, http.StatusConflict, form, v.words.Text("cover.list.gone"))
	}
	return l.showMade(v, kept, secret)
}

func coverFormOf(values url.Values) (coverForm, error) {
	texts := make(map[string]string, 4)
	for _, name := range []string{"press", "period", "class", "until"} {
		text, err := web.Single(values, name)
		if err != nil {
			return coverForm{}, err
		}
		texts[name] = text
	}
	return coverForm{roll.Token(texts["press"]), roll.PeriodID(texts["period"]), roll.ClassID(texts["class"]), texts["until"]}, nil
}

// linkOf is the link that the form means; the error of a form that can mean none is a
// roll.Meaningless.
func (l *coverLinksPage) linkOf(v *visit, form coverForm) (roll.CoverLink, error) {
	now := l.clock()
	today := v.school.Today(now)
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
	ends, err := until.Instant(today, v.school.Zone)
	if err != nil {
		return roll.CoverLink{}, roll.Problem(roll.Meaningless, "cover.list.wrong_time").Because(err)
	}
	if !now.Before(ends) {
		return roll.CoverLink{}, roll.Problem(roll.Meaningless, "cover.list.past_time")
	}
	return roll.CoverLink{
		School: v.school.ID, Period: period.ID, Class: classes[at].ID, ClassName: classes[at].Name, Date: today,
		Ends: ends, MadeBy: v.person.Name, MadeAt: now,
	}, nil
}

// showMade shows the link, on the screen and for paper.
func (l *coverLinksPage) showMade(v *visit, link roll.CoverLink, secret string) error {
	view := &views.CoverMadeView{
		Page: l.officePage(v, "", views.NavDay), ClassName: link.ClassName, Date: link.Date, Until: v.clockOf(link.Ends),
		Link: l.origin(v) + l.paths.Cover(secret),
	}
	// A choice of a theme comes back to the list: this page is the answer to a press.
	view.Address = l.paths.Covers(string(v.school.ID), "", "")
	var err error
	if view.Code, err = codeOf(view.Link); err != nil {
		return err
	}
	return l.render(v, http.StatusOK, views.CoverMade(view))
}

// origin is how the server is reached from elsewhere.
func (l *coverLinksPage) origin(v *visit) string {
	if l.public != nil {
		return l.public.Scheme + "://" + l.public.Host
	}
	return v.Scheme() + "://" + v.Request().Host
}

// revoke ends a link at once, also for who is in already.
func (l *coverLinksPage) revoke(v *visit) error {
	if err := l.links.RevokeCoverLink(v.ctx, v.school.ID, roll.CoverID(v.Param("cover")), l.clock()); err != nil {
		return err
	}
	return goTo(v, l.paths.Covers(string(v.school.ID), "", ""))
}
