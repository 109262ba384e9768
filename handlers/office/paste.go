package office

import (
	"net/http"
	"slices"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
)

// candidates limits the students that a doubtful line offers.
const candidates = 5

// Paste collects the students of a pasted list, a name or a number on each line. Where a line may mean several students
// it collects none, and shows them to choose from. Lines without a student are named.
func (f *Finds) Paste(v *visit.Visit) error {
	form := v.Request().PostForm
	period, err := naming.PeriodIn(v, f.rosters, "", v.Today())
	if err != nil {
		return err
	}
	var doubtful []roll.Enrolment
	var unfound []string
	for line := range strings.Lines(form.Get("lines")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		result, err := f.rosters.Find(v.Ctx, v.School, period.ID, line, candidates)
		switch sure := onlyOne(result.Students, line); {
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

// onlyOne returns the only student found, or the only one with exactly the line's name or number, or nil.
func onlyOne(students []roll.Enrolment, line string) *roll.Enrolment {
	isNamed := func(student roll.Enrolment) bool {
		name, reversed := student.Given+" "+student.Family, student.Family+" "+student.Given
		text := sender.Fold(strings.ReplaceAll(line, ",", ""))
		return sender.Fold(name) == text || sender.Fold(reversed) == text || student.Student.String() == line
	}
	if len(students) == 1 {
		return &students[0]
	}
	at := slices.IndexFunc(students, isNamed)
	if at < 0 || slices.ContainsFunc(students[at+1:], isNamed) {
		return nil
	}
	return &students[at]
}
