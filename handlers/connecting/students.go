package connecting

import (
	"errors"
	"net/http"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/edge"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/lists/drafts"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/rosters"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// StudentLists shows the pages for uploading students as a file.
type StudentLists struct {
	pages    *visit.Pages
	sessions *session.Sessions
	rosters  *rosters.Rosters
	drafts   *drafts.Drafts
	turn     *tables.Turn
}

func (s *StudentLists) owner(v *visit.Visit) drafts.Owner {
	return drafts.Owner{School: v.School.ID, Person: v.Person.ID, Session: s.sessions.Binding(v.Ctx)}
}

// Get shows the existing lists, and the form for a file.
func (s *StudentLists) Get(v *visit.Visit) error { return s.show(v, http.StatusOK, "") }

func (s *StudentLists) show(v *visit.Visit, status int, problem string) error {
	view := &connecting.StudentsView{
		Page: s.pages.Page(v, "", layout.NavSettings), Problem: problem, Unread: v.QueryParam("unread") != "",
		Megabytes: tables.MaxBytes >> 20, Lines: tables.MaxLines,
	}
	periods, _, err := s.rosters.Periods(v.Ctx, v.School)
	if err != nil {
		return err
	}
	if chosen, none := naming.PeriodOf(v, periods, "", v.Today()); none == nil {
		view.Chosen = chosen.ID
		// Read a list that was never read.
		if _, _, err := s.rosters.Students(v.Ctx, v.School, chosen.ID); err != nil {
			return err
		}
	}
	for _, period := range periods {
		list, err := s.list(v, period)
		if err != nil {
			return err
		}
		if string(period.ID) == v.QueryParam("imported") && list.Source == "file" {
			view.Imported, view.ImportedFor = list.Students, period.Name
		}
		view.Periods = append(view.Periods, list)
	}
	return s.pages.Render(v, status, connecting.Students(view))
}

// list describes the stored list of a period's students. It does not read a missing one.
func (s *StudentLists) list(v *visit.Visit, period roll.Period) (connecting.PeriodList, error) {
	list := connecting.PeriodList{Period: period}
	origin, err := s.rosters.StudentsOrigin(v.Ctx, v.School.ID, period.ID)
	if err != nil || origin.ReadAt.IsZero() {
		return list, err
	}
	students, _, err := s.rosters.Students(v.Ctx, v.School, period.ID)
	if err != nil {
		return list, err
	}
	list.Students, list.Source, list.Since = len(roll.Listed(students)), origin.Source, origin.ReadAt
	return list, nil
}

// Upload stores a file until it is confirmed.
func (s *StudentLists) Upload(v *visit.Visit) error {
	upload, err := edge.ReadUpload(v, "file")
	if err != nil {
		return err
	}
	period, err := s.periodNamed(v, upload.Values["period"])
	if err != nil {
		return err
	}
	if len(upload.Content) == 0 {
		key := language.Key("student_list.problem.no_file")
		if upload.Name != "" {
			key = "student_list.fault.empty"
		}
		return s.show(v, http.StatusUnprocessableEntity, v.Words.Text(key))
	}
	reading, err := s.read(v, upload.Content, fileChoicesOf(nil))
	if fault, ok := errors.AsType[*tables.FileError](err); ok {
		return s.show(v, http.StatusUnprocessableEntity, imports.Sentence(v.Words, *fault))
	}
	if err != nil {
		return err
	}
	if err := s.drafts.Keep(v.Ctx, s.owner(v), period.ID, upload.Name, upload.Content); err != nil {
		return err
	}
	if len(reading.Bad) > 0 {
		return s.preview(v, http.StatusUnprocessableEntity, reading.fileChoices, "")
	}
	return visit.GoTo(v, s.pages.Paths.StudentsFile(string(v.School.ID)))
}

// periodNamed returns the period of the form, which must be one of the school's.
func (s *StudentLists) periodNamed(v *visit.Visit, texts []string) (roll.Period, error) {
	if len(texts) != 1 {
		return roll.Period{}, roll.Problem(roll.Malformed, "problem.what.400")
	}
	periods, _, err := s.rosters.Periods(v.Ctx, v.School)
	if err != nil {
		return roll.Period{}, err
	}
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return string(period.ID) == texts[0] })
	if at < 0 {
		return roll.Period{}, roll.Problem(roll.Meaningless, "problem.what.422")
	}
	return periods[at], nil
}

// Discard deletes the file.
func (s *StudentLists) Discard(v *visit.Visit) error {
	return visit.Done(v, s.drafts.Discard(v.Ctx, s.owner(v)), s.pages.Paths.Settings(string(v.School.ID), "students"))
}

// FromService replaces the list of a file by that of the school system.
func (s *StudentLists) FromService(v *visit.Visit) error {
	period, err := s.periodNamed(v, v.Request().PostForm["period"])
	if err != nil {
		return err
	}
	address := s.pages.Paths.Settings(string(v.School.ID), "students")
	if err := s.rosters.StudentsFromService(v.Ctx, v.School, period.ID); err != nil {
		if v.Ctx.Err() != nil || roll.KindOf(err) == roll.Unkept {
			return err
		}
		address += "?unread=1"
	}
	return visit.GoTo(v, address)
}

// stored returns the address of the page that confirms the import.
func (s *StudentLists) stored(v *visit.Visit, period roll.PeriodID) string {
	return s.pages.Paths.StudentsImported(string(v.School.ID), string(period))
}
