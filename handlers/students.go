package handlers

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/drafts"
	"rollbook/web/imports"
	"rollbook/web/roll"
	"rollbook/web/rosters"
	"rollbook/web/store"
	"rollbook/web/tables"
)

// ListOrigins tells where lists of students came from, and has them read again.
type ListOrigins interface {
	StudentsOrigin(ctx context.Context, school roll.SchoolID, period roll.PeriodID) (rosters.Origin, error)
	StudentsFromService(ctx context.Context, school roll.School, period roll.PeriodID) error
	Forget(ctx context.Context, school roll.SchoolID) error
}

// Drafts keeps files until they are confirmed.
type Drafts interface {
	Keep(ctx context.Context, owner drafts.Owner, period roll.PeriodID, name string, content []byte) error
	Find(ctx context.Context, owner drafts.Owner) (drafts.Draft, error)
	Discard(ctx context.Context, owner drafts.Owner) error
	Import(ctx context.Context, owner drafts.Owner, draft drafts.Draft, file store.StudentFile) error
}

// studentLists are the pages on which students are brought as a file.
type studentLists struct {
	*shell
	rosters ClassRosters
	origins ListOrigins
	drafts  Drafts
	turn    *tables.Turn
}

func newStudentLists(shell *shell, rosters ClassRosters, origins ListOrigins, drafts Drafts) *studentLists {
	return &studentLists{shell: shell, rosters: rosters, origins: origins, drafts: drafts, turn: tables.NewTurn()}
}

func (s *studentLists) owner(v *visit) drafts.Owner {
	return drafts.Owner{School: v.school.ID, Person: v.person.ID, Session: s.sessions.Binding(v.ctx)}
}

// get shows what there is, and takes a file.
func (s *studentLists) get(v *visit) error {
	imported := roll.PeriodID(v.QueryParam("imported"))
	return s.show(v, http.StatusOK, "", func(view *views.StudentsView) {
		view.Unread = v.QueryParam("unread") != ""
		for _, list := range view.Periods {
			if imported != "" && list.Period.ID == imported && list.Source == "file" {
				view.Imported, view.ImportedFor = list.Students, list.Period.Name
			}
		}
	})
}

func (s *studentLists) show(v *visit, status int, problem string, more func(*views.StudentsView)) error {
	view := &views.StudentsView{Page: s.page(v, "", views.NavSettings), Problem: problem, Megabytes: tables.MaxBytes >> 20, Lines: tables.MaxLines}
	periods, _, err := s.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	chosen, none := periodOf(v, periods, "", v.school.Today(s.clock()))
	if none == nil {
		view.Chosen = chosen.ID
		// Read first, where nobody has asked for it yet.
		if _, _, err := s.rosters.Students(v.ctx, v.school, chosen.ID); err != nil {
			return err
		}
	}
	for _, period := range periods {
		list, err := s.list(v, period)
		if err != nil {
			return err
		}
		view.Periods = append(view.Periods, list)
	}
	if more != nil {
		more(view)
	}
	return s.render(v, status, views.Students(view))
}

// list is what there is of a period's students. Periods whose list nobody has asked for
// are not read for it.
func (s *studentLists) list(v *visit, period roll.Period) (views.PeriodList, error) {
	list := views.PeriodList{Period: period}
	origin, err := s.origins.StudentsOrigin(v.ctx, v.school.ID, period.ID)
	if err != nil || origin.ReadAt.IsZero() {
		return list, err
	}
	students, _, err := s.rosters.Students(v.ctx, v.school, period.ID)
	if err != nil {
		return list, err
	}
	known := make(map[roll.EnrolmentID]bool, len(students))
	for _, student := range students {
		known[student.ID] = true
	}
	list.Students, list.Source = len(known), origin.Source
	list.Since = v.words.ShortDate(v.local(origin.ReadAt)) + " " + v.clockOf(origin.ReadAt)
	return list, nil
}

// upload keeps a file until it is confirmed.
func (s *studentLists) upload(v *visit) error {
	upload, err := web.ReadUpload(v, "file")
	if err != nil {
		return err
	}
	period, err := s.periodNamed(v, upload.Values["period"])
	if err != nil {
		return err
	}
	if len(upload.Content) == 0 {
		key := "student_list.problem.no_file"
		if upload.Name != "" {
			key = "student_list.fault.empty"
		}
		return s.show(v, http.StatusUnprocessableEntity, v.words.Text(key), nil)
	}
	reading, err := s.read(v, upload.Content, wayOf(nil))
	var fault *tables.FileError
	if errors.As(err, &fault) {
		return s.show(v, http.StatusUnprocessableEntity, faultText(v, *fault), nil)
	}
	if err != nil {
		return err
	}
	if err := s.drafts.Keep(v.ctx, s.owner(v), period.ID, upload.Name, upload.Content); err != nil {
		return err
	}
	if len(reading.students.Bad) > 0 {
		return s.preview(v, http.StatusUnprocessableEntity, reading.way, "")
	}
	return goTo(v, s.paths.StudentsFile(string(v.school.ID)))
}

// periodNamed is the period of the form, which must be one of the school's.
func (s *studentLists) periodNamed(v *visit, texts []string) (roll.Period, error) {
	if len(texts) != 1 {
		return roll.Period{}, roll.Problem(roll.Malformed, "problem.what.400")
	}
	periods, _, err := s.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return roll.Period{}, err
	}
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return string(period.ID) == texts[0] })
	if at < 0 {
		return roll.Period{}, roll.Problem(roll.Meaningless, "problem.what.422")
	}
	return periods[at], nil
}

// faultText is what is wrong with a file, or with a line of it, in a sentence.
func faultText(v *visit, fault tables.FileError) string {
	if fault.Code == tables.Quote && fault.Line > 0 {
		return v.words.Text("student_list.fault.quote_line", "Line", v.words.Number(fault.Line))
	}
	if fault.Code == imports.NotNumber && fault.Value == "" {
		return v.words.Text("student_list.fault.no_number")
	}
	return v.words.Text("student_list.fault."+string(fault.Code), "Value", shortened(fault.Value), "Other", v.words.Number(fault.Other))
}

// discard forgets the file.
func (s *studentLists) discard(v *visit) error {
	if err := s.drafts.Discard(v.ctx, s.owner(v)); err != nil {
		return err
	}
	return goTo(v, s.paths.Settings(string(v.school.ID), "students"))
}

// fromService has the school system's list replace the one of a file.
func (s *studentLists) fromService(v *visit) error {
	period, err := s.periodNamed(v, v.Request().PostForm["period"])
	if err != nil {
		return err
	}
	address := s.paths.Settings(string(v.school.ID), "students")
	if err := s.origins.StudentsFromService(v.ctx, v.school, period.ID); err != nil {
		if v.ctx.Err() != nil || roll.KindOf(err) == roll.Unkept {
			return err
		}
		address += "?unread=1"
	}
	return goTo(v, address)
}

// stored goes to where a person sees that a file was stored.
func (s *studentLists) stored(v *visit, period roll.PeriodID) error {
	return goTo(v, s.paths.StudentsImported(string(v.school.ID), string(period)))
}
