package office

import (
	"net/http"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/web/office/finder"
	"rollbook/web/roll"
)

// Paste collects the students of a pasted list, a name or a number on each line. Where a line may mean several students
// it collects none, and shows them to choose from. Lines without a student are named.
func (f *Finds) Paste(v *visit.Visit) error {
	form := v.Request().PostForm
	if _, err := naming.PeriodIn(v, "", v.Today()); err != nil {
		return err
	}
	var doubtful []roll.Enrolment
	var unfound []string
	for line := range strings.Lines(form.Get("lines")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		result, err := f.rosters.Find(v.Ctx, v.School, v.Today(), line, finder.Candidates)
		switch sure := result.Only(line); {
		case err != nil && roll.KindOf(err) != roll.Meaningless:
			return err
		case sure != nil:
			v.Request().Form.Add("tray", sure.ID.String())
		case len(result.Students) == 0:
			unfound = append(unfound, line)
		default:
			doubtful = append(doubtful, result.Students...)
		}
	}
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	found.sheet.Roster.Rows, found.all, found.pasted = doubtful, len(doubtful), true
	if err := f.sheets.ReadMarks(found.sheet); err != nil {
		return err
	}
	view := f.view(found)
	if len(unfound) > 0 {
		view.Problem = v.Words.Count("find.unfound", len(unfound), "Lines", v.Words.List(unfound))
	}
	return f.show(v, http.StatusOK, view)
}
