package connecting

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
	"rollbook/web/store"
)

// StatusLists is the page for editing a school's statuses.
type StatusLists struct {
	pages   *visit.Pages
	Store   *store.Store
	Rosters *rosters.Rosters
}

// The numbers of empty rows after typed statuses.
const (
	emptyRows      = 2
	emptyRowsFirst = 6
)

// otherNamesDays is how many days back the page looks for the service's other names.
const otherNamesDays = 30

// Get shows the statuses. It first reads statuses that were never read, and shows the result.
func (s *StatusLists) Get(v *visit.Visit) error {
	period, err := naming.PeriodIn(v, s.Rosters, "", v.Today())
	if err == nil {
		_, _, err = s.Rosters.Statuses(v.Ctx, v.School, period.ID)
	}
	if err != nil && !errors.Is(err, roll.ErrNoPeriods) {
		return err
	}
	view, statuses, aliases, err := s.view(v)
	if err != nil {
		return err
	}
	view.Rows = statusRows(statuses, aliases)
	if view.Own {
		more := emptyRows
		if len(view.Rows) == 0 {
			more = emptyRowsFirst
		}
		view.Rows = append(view.Rows, make([]connecting.StatusRow, more)...)
	}
	view.Kept, view.Unread = v.QueryParam("kept") != "", v.QueryParam("unread") != ""
	if view.OtherNames, err = s.otherNames(v, statuses, aliases); err != nil {
		return err
	}
	return s.pages.Render(v, http.StatusOK, connecting.Statuses(view))
}

// known returns the school's statuses, and the status of each other name.
func (s *StatusLists) known(v *visit.Visit) ([]roll.Status, map[string]roll.StatusID, error) {
	statuses, err := s.Store.Statuses(v.Ctx, v.School.ID)
	aliases, aliasErr := s.Store.Aliases(v.Ctx, v.School.ID)
	return statuses, aliases, errors.Join(err, aliasErr)
}

// view returns the page without its rows, and the known statuses with their other names.
func (s *StatusLists) view(v *visit.Visit) (*connecting.StatusesView, []roll.Status, map[string]roll.StatusID, error) {
	origin, originErr := s.Rosters.StatusesOrigin(v.Ctx, v.School.ID)
	statuses, aliases, err := s.known(v)
	view := &connecting.StatusesView{Page: s.pages.Page(v, "", layout.NavSettings), Own: origin.Own(), Since: origin.ReadAt}
	return view, statuses, aliases, errors.Join(originErr, err)
}

func statusRows(statuses []roll.Status, aliases map[string]roll.StatusID) []connecting.StatusRow {
	names := slices.Sorted(maps.Keys(aliases))
	rows := make([]connecting.StatusRow, len(statuses))
	for i, status := range statuses {
		var also []string
		for _, name := range names {
			if aliases[name] == status.ID {
				also = append(also, name)
			}
		}
		rows[i] = connecting.StatusRow{
			ID: status.ID.String(), Name: status.Name, Letter: status.Letter, Family: status.Family,
			CarriesTime: status.CarriesTime, Order: strconv.Itoa(i + 1), Aliases: strings.Join(also, ", "),
		}
	}
	return rows
}

// otherNames returns the names in answers that are not the school's. Each may mean the status that was sent.
func (s *StatusLists) otherNames(v *visit.Visit, statuses []roll.Status, aliases map[string]roll.StatusID) ([]connecting.OtherName, error) {
	since := v.Today().AddDays(-otherNamesDays)
	found, err := s.Store.OtherNames(v.Ctx, v.School.ID, since)
	if err != nil {
		return nil, err
	}
	taken := make(map[string]bool)
	names := make(map[roll.StatusID]string)
	for _, status := range statuses {
		taken[sender.Fold(status.Name)], names[status.ID] = true, status.Name
	}
	for name := range aliases {
		taken[sender.Fold(name)] = true
	}
	var others []connecting.OtherName
	for _, other := range found {
		if names[other.Sent] != "" && !taken[sender.Fold(other.Returned)] {
			others = append(others, connecting.OtherName{OtherName: other, SentName: names[other.Sent]})
		}
	}
	return others, nil
}

// Edit stores all statuses of the form, or none. It only shows pasted lines, in the form for storing them.
func (s *StatusLists) Edit(v *visit.Visit) error {
	if v.Request().PostForm.Has("lines") {
		return s.paste(v)
	}
	view, before, known, err := s.view(v)
	if err != nil {
		return err
	}
	view.Own = view.Own || v.Request().PostForm.Get("typed") == "1"
	if view.Rows, err = statusRowsIn(v.Request().PostForm); err != nil {
		return err
	}
	statuses, aliases := judge(view.Rows, before, view.Own)
	if view.IsWrong() {
		return s.pages.Render(v, http.StatusUnprocessableEntity, connecting.Statuses(view))
	}
	keepRefused(known, aliases)
	return s.changed(v, s.Store.EditStatuses(v.Ctx, v.School.ID, view.Own, statuses, aliases), "?kept=1")
}

// keepRefused adds the names without a status, which the form does not show, except those that now have one.
func keepRefused(known, aliases map[string]roll.StatusID) {
	given := make(map[string]bool)
	for name := range aliases {
		given[sender.Fold(name)] = true
	}
	for name, means := range known {
		if means == roll.NoStatus && !given[sender.Fold(name)] {
			aliases[name] = means
		}
	}
}

// Source changes the source of the statuses to typed, or back to the school system.
func (s *StatusLists) Source(v *visit.Visit) error {
	switch v.Request().PostForm.Get("source") {
	case "typed":
		statuses, aliases, err := s.known(v)
		if err == nil {
			err = s.Store.EditStatuses(v.Ctx, v.School.ID, true, statuses, aliases)
		}
		return s.changed(v, err, "")
	case "service":
		return s.fromService(v)
	}
	return visit.ErrUnknownChoice()
}

func (s *StatusLists) fromService(v *visit.Visit) error {
	// Without periods the call is made anyway: not every service needs one for it.
	period, err := naming.PeriodIn(v, s.Rosters, "", v.Today())
	if err != nil && !errors.Is(err, roll.ErrNoPeriods) {
		return err
	}
	err = s.Rosters.StatusesFromService(v.Ctx, v.School, period.ID)
	if err != nil && v.Ctx.Err() == nil && roll.KindOf(err) != roll.Unkept {
		return s.changed(v, nil, "?unread=1")
	}
	return s.changed(v, err, "")
}

// Alias assigns a name of the school system to one of the school's statuses, or to none.
func (s *StatusLists) Alias(v *visit.Visit) error {
	fields := v.Request().PostForm
	name, text := strings.TrimSpace(fields.Get("name")), fields.Get("status")
	id, err := roll.ParseStatusID(text)
	if text == noStatus {
		id, err = roll.NoStatus, nil
	}
	if err != nil {
		return roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	statuses, err := s.Store.Statuses(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	known := id == roll.NoStatus || slices.ContainsFunc(statuses, func(status roll.Status) bool { return status.ID == id })
	if !known || name == "" || tooLong(name) || nameOfAnother(statuses, name) {
		return roll.Problem(roll.Meaningless, "problem.what.422")
	}
	return s.changed(v, s.Store.AddAlias(v.Ctx, v.School.ID, name, id), "?kept=1")
}

// noStatus is the form's value for a name without a status.
const noStatus = "none"

// nameOfAnother reports whether the name is that of one of the school's own statuses.
func nameOfAnother(statuses []roll.Status, name string) bool {
	return slices.ContainsFunc(statuses, func(status roll.Status) bool { return sender.Fold(status.Name) == sender.Fold(name) })
}

// changed redirects to the page after a change. From now on rolls show the new statuses.
func (s *StatusLists) changed(v *visit.Visit, err error, query string) error {
	if err == nil {
		err = s.Rosters.Forget(v.Ctx, v.School.ID)
	}
	return visit.Done(v, err, s.pages.Paths.Settings(string(v.School.ID), "statuses")+query)
}
