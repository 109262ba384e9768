package handlers

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
)

// Pending finds the marks that are not in the school system.
type Pending interface {
	Stories
	Pending(ctx context.Context, school roll.SchoolID, outcomes ...roll.Outcome) ([]roll.PendingMark, error)
}

// connections are the pages about the connection to the school system.
type connections struct {
	*shell
	rosters ClassRosters
	pending Pending
	starter Starter
	keys    Keys
	others  *others
}

// Keys replaces a school's key, which nobody can read.
type Keys interface {
	EnterKey(ctx context.Context, school roll.School, value string) error
	KeyInUse(ctx context.Context, school roll.SchoolID) (lastFour string, since time.Time, err error)
}

// Starter begins to send from a database that is a copy.
type Starter interface {
	StartSending(ctx context.Context) error
}

// start begins to send from a database that is a copy.
func (p *connections) start(v *visit) error {
	if err := p.starter.StartSending(v.ctx); err != nil {
		return err
	}
	return goTo(v, p.paths.Connection(string(v.school.ID)))
}

// get shows how the school system fares, and what has stopped.
func (p *connections) get(v *visit) error { return p.show(v, http.StatusOK, false) }

// enterKey takes a new key; what waited for it goes on by itself.
func (p *connections) enterKey(v *visit) error {
	value, err := web.Single(v.Request().PostForm, "key")
	if err != nil {
		return err
	}
	err = p.keys.EnterKey(v.ctx, v.school, strings.TrimSpace(value))
	if roll.KindOf(err) == roll.Meaningless {
		return p.show(v, http.StatusUnprocessableEntity, true)
	}
	if err != nil {
		return err
	}
	return goTo(v, p.paths.Connection(string(v.school.ID)))
}

// keyView is what an admin sees of the key.
func (p *connections) keyView(v *visit, refused bool) (*views.KeyView, error) {
	if !auth.Can(v.role, auth.ManageKeys) {
		return nil, nil
	}
	lastFour, since, err := p.keys.KeyInUse(v.ctx, v.school.ID)
	if err != nil {
		return nil, err
	}
	return &views.KeyView{LastFour: lastFour, Since: v.words.ShortDate(v.local(since)), Refused: refused}, nil
}

func (p *connections) show(v *visit, status int, keyRefused bool) error {
	stopped, err := p.pending.Pending(v.ctx, v.school.ID, roll.Stopped)
	if err != nil {
		return err
	}
	backlog, err := p.schools.Backlog(v.ctx, v.school.ID)
	if err != nil {
		return err
	}
	why, err := p.why(v)
	if err != nil {
		return err
	}
	key, err := p.keyView(v, keyRefused)
	if err != nil {
		return err
	}
	besides, err := p.others.besides(v)
	if err != nil {
		return err
	}
	return p.render(v, status, views.Connection(&views.ConnectionView{
		Page: p.page(v, "", views.NavConnection), Key: key, Problem: problemOf(v.connection), Why: why, MayStart: v.connection.Copied && auth.Can(v.role, auth.ManageConnection),
		Waiting: backlog.Waiting, Oldest: v.clockOf(backlog.Oldest), Stopped: stoppedSaves(v, stopped), Others: besides,
	}))
}

// problemOf is what went wrong last, in a word that the page has a sentence for.
func problemOf(connection roll.Connection) string {
	named := []string{"dns", "refused", "certificate", "tls", "forbidden_address", "proxy", "misconfigured", "not_understood", "settings"}
	switch {
	case connection.Pause == roll.PausedAddress:
		return "misconfigured"
	case !connection.Failing():
		return ""
	case slices.Contains(named, connection.Problem):
		return connection.Problem
	}
	return "other"
}

// why is what the school system said last about the marks that wait longest, in its
// own words.
func (p *connections) why(v *visit) (string, error) {
	healthy := !v.connection.Failing() && (v.connection.Pause == roll.NotPaused || v.connection.Pause == roll.PausedStudents)
	if healthy || v.backlog.Waiting == 0 || !auth.Can(v.role, auth.SeeReasons) {
		return "", nil
	}
	waiting, err := p.pending.Pending(v.ctx, v.school.ID, roll.Waiting, roll.Confirming)
	if err != nil || len(waiting) == 0 {
		return "", err
	}
	story, err := p.pending.Story(v.ctx, v.school.ID, waiting[0].Save.Token)
	if err != nil {
		return "", err
	}
	for _, attempt := range slices.Backward(story.Attempts) {
		kept, ok, err := exchangeOf(attempt)
		if err != nil {
			return "", err
		}
		if ok && attempt.State != roll.Answered {
			return kept.answer(), nil
		}
	}
	return "", nil
}

// stoppedSaves puts stopped marks together by save.
func stoppedSaves(v *visit, stopped []roll.PendingMark) []views.StoppedSave {
	var saves []views.StoppedSave
	for _, mark := range stopped {
		if len(saves) == 0 || saves[len(saves)-1].Token != mark.Save.Token {
			saves = append(saves, views.StoppedSave{
				Token: mark.Save.Token, Class: savedFor(v, mark.Save), Date: mark.Save.Date, Status: mark.Save.Status.Name,
				By: byline(v.words, mark.Save.By), Clock: v.clockOf(mark.Save.AcceptedAt),
			})
		}
		saves[len(saves)-1].Students++
	}
	return saves
}

// waiting lists all marks that are not in the school system, for paper.
func (p *connections) waiting(v *visit) error {
	pending, err := p.pending.Pending(v.ctx, v.school.ID, roll.Waiting, roll.Confirming, roll.Stopped)
	if err != nil {
		return err
	}
	now := p.clock()
	view := &views.WaitingView{Page: p.page(v, "", views.NavConnection), Clock: v.clockOf(now), Date: v.school.Today(now)}
	if view.Groups, err = p.groups(v, pending); err != nil {
		return err
	}
	return p.render(v, http.StatusOK, views.Waiting(view))
}

// group is a class on a date.
type group struct {
	period roll.PeriodID
	class  roll.ClassID
	date   roll.Date
}

// groups puts marks together by class and date, those that wait longest first, and
// the students of each in the order of the school's list.
func (p *connections) groups(v *visit, pending []roll.PendingMark) ([]views.WaitingGroup, error) {
	var order []group
	members := make(map[group][]roll.PendingMark)
	for _, mark := range pending {
		of := group{mark.Save.Period, mark.Save.Class, mark.Save.Date}
		if members[of] == nil {
			order = append(order, of)
		}
		members[of] = append(members[of], mark)
	}
	groups := make([]views.WaitingGroup, len(order))
	for i, of := range order {
		names, err := namesOf(v, p.rosters, of.period)
		if err != nil {
			return nil, err
		}
		marks := members[of]
		slices.SortStableFunc(marks, func(a, b roll.PendingMark) int { return names.place(a.Enrolment) - names.place(b.Enrolment) })
		groups[i] = views.WaitingGroup{Class: savedFor(v, marks[0].Save), Date: of.date}
		for _, mark := range marks {
			groups[i].Marks = append(groups[i].Marks, views.WaitingMark{
				Name: names.of(mark.Enrolment, mark.Student), Status: mark.Save.Status.Name, Time: wallTime(mark.Save.Observed),
				By: byline(v.words, mark.Save.By), Clock: v.clockOf(mark.Save.AcceptedAt),
			})
		}
	}
	return groups, nil
}
