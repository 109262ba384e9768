package connecting

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
	"rollbook/web/store/lists"
)

// StatusLists is the page for editing a school's statuses.
type StatusLists struct{ base }

// The numbers of empty rows after typed statuses.
const (
	emptyRows      = 2
	emptyRowsFirst = 6
)

// otherNamesDays is how many days back the page looks for the service's other names.
const otherNamesDays = 30

// Get shows the statuses. It first reads statuses that were never read, and shows the result.
func (s *StatusLists) Get(v *visit.Visit) error {
	if period := s.periodNow(v); period.ID != "" {
		v.Statuses(period.ID)
	}
	view, statuses, aliases := s.read(v)
	view.Rows, view.OtherNames = statusRows(statuses, aliases), s.otherNames(v, statuses, aliases)
	switch {
	case view.Own && len(view.Rows) == 0:
		view.Rows = make([]connecting.StatusRow, emptyRowsFirst)
	case view.Own:
		view.Rows = append(view.Rows, make([]connecting.StatusRow, emptyRows)...)
	}
	return s.show(v, view)
}

// show shows the page, with the reason of a refused press.
func (s *StatusLists) show(v *visit.Visit, view *connecting.StatusesView) error {
	view.Page = s.pages.Page(v, "", layout.NavSettings)
	return s.pages.Show(v, connecting.Statuses(view))
}

// read returns the page without its rows, the school's statuses, and the status of each other name (visit.Check).
func (s *StatusLists) read(v *visit.Visit) (*connecting.StatusesView, []roll.Status, map[string]roll.StatusID) {
	state := visit.Checked(s.store.ListState(v.Ctx, v.School.ID, lists.StatusList))(v)
	return &connecting.StatusesView{Own: state.Own(), Since: state.ReadAt}, visit.Read(v, s.store.Statuses),
		visit.Read(v, s.store.Aliases)
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
		rows[i] = connecting.StatusRow{Status: status, Number: status.ID.String(), Order: strconv.Itoa(i + 1),
			Aliases: strings.Join(also, ", ")}
	}
	return rows
}

// otherNames returns the names in answers that are not the school's. Each may mean the status that was sent.
func (s *StatusLists) otherNames(v *visit.Visit, statuses []roll.Status,
	aliases map[string]roll.StatusID) (others []connecting.OtherName) {
	found := visit.Checked(s.store.OtherNames(v.Ctx, v.School.ID, v.Today().AddDays(-otherNamesDays)))(v)
	taken := folded(statuses, aliases)
	for _, other := range found {
		sent := slices.IndexFunc(statuses, func(status roll.Status) bool { return status.ID == other.Sent })
		if sent >= 0 && !taken[sender.Fold(other.Returned)] {
			others = append(others, connecting.OtherName{OtherName: other, SentName: statuses[sent].Name})
		}
	}
	return others
}

// folded returns the names of statuses and their other names, as they are compared.
func folded(statuses []roll.Status, aliases map[string]roll.StatusID) map[string]bool {
	names := make(map[string]bool)
	for _, status := range statuses {
		names[sender.Fold(status.Name)] = true
	}
	for name := range aliases {
		names[sender.Fold(name)] = true
	}
	return names
}

// Edit stores all statuses of the form, or none. It only shows pasted lines, in the form for storing them.
func (s *StatusLists) Edit(v *visit.Visit) error {
	form := v.Request().PostForm
	if form.Has("lines") {
		return s.paste(v)
	}
	rows, err := statusRowsIn(form)
	if err != nil {
		return err
	}
	view, before, known := s.read(v)
	view.Own, view.Rows = view.Own || form.Get("typed") == "1", rows
	statuses, aliases := judge(rows, before, view.Own, v.Words.StatusLetter)
	if slices.ContainsFunc(view.Rows, func(row connecting.StatusRow) bool { return row.Problem != "" }) {
		v.Refuse(roll.Problem(roll.Meaningless, "status_list.wrong"))
		return s.show(v, view)
	}
	// The form does not show the names without a status: they stay, except those that now have one.
	given := folded(nil, aliases)
	for name, means := range known {
		if means == roll.NoStatus && !given[sender.Fold(name)] {
			aliases[name] = means
		}
	}
	return s.edit(v, view.Own, statuses, aliases, "statuses")
}

// edit stores the statuses, and redirects to the page. From now on rolls show them.
func (s *StatusLists) edit(v *visit.Visit, own bool, statuses []roll.Status, aliases map[string]roll.StatusID,
	said string) error {
	if v.Failed() != nil {
		return v.Failed()
	}
	return s.changed(v, s.store.EditStatuses(v.Ctx, v.School.ID, own, statuses, aliases), said)
}

// Source changes the source of the statuses to typed, or back to the school system.
func (s *StatusLists) Source(v *visit.Visit) error {
	switch v.Request().PostForm.Get("source") {
	case "typed":
		_, statuses, aliases := s.read(v)
		return s.edit(v, true, statuses, aliases, "")
	case "service":
		// Without periods the call is made anyway: not every service needs one for it.
		period := s.periodNow(v)
		if v.Failed() != nil {
			return v.Failed()
		}
		err := s.rosters.FromService(v.Ctx, v.School, lists.StatusList, period.ID)
		return s.changed(v, unread(v, err, "status_list.unread"), "")
	}
	return visit.ErrUnknownChoice()
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
	statuses, err := s.store.Statuses(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	known := id == roll.NoStatus || slices.ContainsFunc(statuses, func(status roll.Status) bool { return status.ID == id })
	if !known || name == "" || tooLong(name) || folded(statuses, nil)[sender.Fold(name)] {
		return roll.Problem(roll.Meaningless, "problem.what.422")
	}
	return s.changed(v, s.store.AddAlias(v.Ctx, v.School.ID, name, id), "statuses")
}

// noStatus is the form's value for a name without a status.
const noStatus = "none"

// changed redirects to the page after a change, or shows there why nothing was changed.
func (s *StatusLists) changed(v *visit.Visit, err error, said string) error {
	if err == nil {
		err = s.rosters.Forget(v.Ctx, v.School.ID)
	}
	return s.base.changed(v, err, "statuses", said, s.Get)
}
