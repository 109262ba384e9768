package settings

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/lists/tables"
	"rollbook/web/office/exports"
	"rollbook/web/roll"
)

// CodesPage is the page of the authority's codes, and of their use for the school's statuses and reasons.
type CodesPage struct {
	base
}

// Get shows the codes.
func (c *CodesPage) Get(v *visit.Visit) error {
	view := &settings.CodesView{Page: c.page(v)}
	view.Codes, view.Statuses, view.Reasons = c.read(v)
	return c.pages.Show(v, settings.Codes(view))
}

// read returns the codes, the statuses, and the reasons for absences: those that the office may choose, and others
// with a code (visit.Check).
func (c *CodesPage) read(v *visit.Visit) (codes roll.Codes, statuses []roll.Status, reasons []string) {
	codes = visit.Read(v, c.store.Codes)
	period, err := naming.PeriodNear(v, v.Today())
	if !errors.Is(err, roll.ErrNoPeriods) {
		v.Check(err)
	}
	own := visit.Checked(naming.AbsenceReasons(v, c.store))(v)
	reasons = slices.Concat(own.Authorised, own.NotAuthorised)
	for _, reason := range slices.Sorted(maps.Keys(codes.OfReason)) {
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return codes, v.Statuses(period.ID), reasons
}

// England adopts the codes of England.
func (c *CodesPage) England(v *visit.Visit) error {
	lines, err := exports.England()
	return c.adopt(v, lines, err)
}

// File adopts the codes of an uploaded or pasted table.
func (c *CodesPage) File(v *visit.Visit) error {
	content, err := visit.Uploaded(v)
	if err != nil {
		return err
	}
	lines, err := visit.TableLines(v, content, "codes.problem.columns")
	return c.adopt(v, lines, err)
}

// adopt replaces the codes by those of the lines, or shows why it cannot.
func (c *CodesPage) adopt(v *visit.Visit, lines []tables.Line, err error) error {
	codes, statuses, reasons := c.read(v)
	if err == nil {
		keys := make(map[string]string, len(reasons))
		for _, reason := range reasons {
			keys[reason] = naming.ReasonKey(c.pages.AllWords(), reason)
		}
		codes, err = exports.Adopt(lines, codes, statuses, keys)
	}
	return c.keep(v, codes, err)
}

// Post changes which code a status or a reason has.
func (c *CodesPage) Post(v *visit.Visit) error {
	codes, statuses, reasons := c.read(v)
	var err error
	form := v.Request().PostForm
	for _, status := range statuses {
		// What the page did not show is not changed.
		if field := "status." + status.ID.String(); form.Has(field) {
			codes.OfStatus[status.ID] = form.Get(field)
			err = known(codes, codes.OfStatus[status.ID], err)
		}
	}
	for i := range form {
		at, isReason := strings.CutPrefix(i, "reason.")
		if reason := form.Get(i); isReason && slices.Contains(reasons, reason) {
			codes.OfReason[reason] = form.Get("code." + at)
			err = known(codes, codes.OfReason[reason], err)
		}
	}
	return c.keep(v, codes, err)
}

// known returns the error before, or one for a chosen code that is not there any more.
func known(codes roll.Codes, code string, before error) error {
	if _, ok := codes.Find(code); ok || code == "" || before != nil {
		return before
	}
	return visit.ErrUnknownChoice()
}

// keep stores the codes, and the uses that are chosen.
func (c *CodesPage) keep(v *visit.Visit, codes roll.Codes, err error) error {
	maps.DeleteFunc(codes.OfStatus, func(_ roll.StatusID, code string) bool { return code == "" })
	maps.DeleteFunc(codes.OfReason, func(_, code string) bool { return code == "" })
	if err = cmp.Or(v.Failed(), err); err == nil {
		err = c.store.PutCodes(v.Ctx, v.School.ID, codes)
	}
	return c.changed(v, err, "codes", "codes", c.Get)
}
