package connecting

import (
	"errors"
	"net/url"
	"slices"
	"strconv"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/edge"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/lists/drafts"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

// StudentLists shows the pages for uploading students as a file.
type StudentLists struct {
	base
	sessions *session.Sessions
	drafts   *drafts.Drafts
}

func (s *StudentLists) owner(v *visit.Visit) drafts.Owner {
	return drafts.Owner{School: v.School.ID, Person: v.Person.ID, Session: s.sessions.Binding(v.Ctx)}
}

// Get shows the existing lists, and the form for a file.
func (s *StudentLists) Get(v *visit.Visit) error {
	view := &connecting.StudentsView{Page: s.pages.Page(v, "", layout.NavSettings)}
	periods := v.Periods()
	if chosen, none := naming.PeriodAbout(v, periods, "", v.Today()); none == nil {
		view.Chosen = chosen.ID
		v.Students(chosen.ID) // reads a list that was never read
	}
	for _, period := range periods {
		list := connecting.PeriodList{Period: period}
		state := visit.Checked(s.store.ListState(v.Ctx, v.School.ID, lists.StudentList(period.ID)))(v)
		if !state.ReadAt.IsZero() {
			list.LeftOut = visit.Checked(s.store.LeftOut(v.Ctx, v.School.ID, period.ID))(v)
			list.Students, list.Source, list.Since = len(roll.Listed(v.Students(period.ID))), state.Source, state.ReadAt
		}
		if string(period.ID) == v.QueryParam("imported") && state.Source == lists.FromFile {
			view.Done = v.Words.Count("student_list.imported", list.Students, "Period", period.Name)
		}
		view.Periods = append(view.Periods, list)
	}
	return s.pages.Show(v, connecting.Students(view))
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
		none := language.Either(upload.Name == "", "student_list.problem.no_file", "student_list.fault.empty")
		return s.changed(v, roll.Problem(roll.Meaningless, none))
	}
	read, err := s.read(v, upload.Content, imports.Choices{})
	if err == nil {
		err = s.drafts.Keep(v.Ctx, s.owner(v), period.ID, upload.Name, upload.Content)
	}
	if err == nil && len(read.Bad) > 0 {
		return s.again(v, errNotReady())
	}
	return visit.After(v, err, s.file(v), "", s.Get)
}

// periodNamed returns the period of the form, which must be one of the school's.
func (s *StudentLists) periodNamed(v *visit.Visit, texts []string) (roll.Period, error) {
	if len(texts) != 1 {
		return roll.Period{}, roll.Problem(roll.Malformed, "problem.what.400")
	}
	periods := v.Periods()
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return string(period.ID) == texts[0] })
	switch {
	case v.Failed() != nil:
		return roll.Period{}, v.Failed()
	case at < 0:
		return roll.Period{}, roll.Problem(roll.Meaningless, "problem.what.422")
	}
	return periods[at], nil
}

// Discard deletes the file.
func (s *StudentLists) Discard(v *visit.Visit) error {
	return s.changed(v, s.store.DropImportDraft(v.Ctx, v.School.ID, v.Person.ID))
}

// FromService replaces the list of a file by that of the school system.
func (s *StudentLists) FromService(v *visit.Visit) error {
	period, err := s.periodNamed(v, v.Request().PostForm["period"])
	if err != nil {
		return err
	}
	err = s.rosters.FromService(v.Ctx, v.School, lists.StudentList(period.ID), period.ID)
	return s.changed(v, unread(v, err, "student_list.unread"))
}

// changed redirects to the lists after a change, or shows there why nothing was changed.
func (s *StudentLists) changed(v *visit.Visit, err error) error {
	return s.base.changed(v, err, "students", "", s.Get)
}

// withDraft calls do with the unconfirmed file, unless it is gone or stored already.
func (s *StudentLists) withDraft(v *visit.Visit, do func(draft drafts.Draft) error) error {
	draft, err := s.drafts.Find(v.Ctx, s.owner(v))
	switch {
	case err != nil:
		return s.changed(v, err)
	case draft.Used:
		return visit.GoTo(v, s.stored(v, draft))
	}
	return do(draft)
}

// stored returns the address of the page that confirms the import.
func (s *StudentLists) stored(v *visit.Visit, draft drafts.Draft) string {
	return s.pages.Paths.To(paths.StudentsImported, v.School.ID, draft.Period)
}

// file returns the address of the unconfirmed file.
func (s *StudentLists) file(v *visit.Visit) string {
	return s.pages.Paths.To(paths.StudentsFile, v.School.ID)
}

// File shows the unconfirmed file, read as the address or the form defines, and what it would change.
func (s *StudentLists) File(v *visit.Visit) error {
	return s.withDraft(v, func(draft drafts.Draft) error {
		read, err := s.read(v, draft.Content, choicesFor(draft, v.Request().Form))
		if roll.KindOf(err) == roll.Meaningless && v.Refuse(err) {
			// It could be read at its upload, so it is read in that way.
			read, err = s.read(v, draft.Content, imports.Choices{})
		}
		if err != nil {
			return err
		}
		period, err := s.periodNamed(v, []string{string(draft.Period)})
		if err != nil {
			return err
		}
		return s.pages.Show(v, connecting.Preview(&connecting.PreviewView{
			Page: s.pages.Page(v, "", layout.NavSettings), ID: draft.ID, File: draft.Name, Period: period, Read: read,
			Changes: imports.Compare(v.Students(draft.Period), read.All),
		}))
	})
}

// again shows the file after a refused press.
func (s *StudentLists) again(v *visit.Visit, err error) error {
	return visit.After(v, err, s.file(v), "", s.File)
}

func errNotReady() error { return roll.Problem(roll.Meaningless, "student_list.problem.not_ready") }

// Store stores the list of the preview, all or nothing, if it still makes the changes that the person saw.
func (s *StudentLists) Store(v *visit.Visit) error {
	form := v.Request().PostForm
	return s.withDraft(v, func(draft drafts.Draft) error {
		if draft.ID != form.Get("file") {
			return s.again(v, roll.Problem(roll.Stale, "student_list.problem.replaced"))
		}
		read, err := s.read(v, draft.Content, choicesIn(form))
		if err != nil || !read.Ready() {
			return s.again(v, errNotReady())
		}
		before := v.Students(draft.Period)
		if v.Failed() == nil && imports.Compare(before, read.All).Fingerprint() != form.Get("seen") {
			return s.again(v, roll.Problem(roll.Stale, "student_list.problem.changed"))
		}
		if err = v.Failed(); err == nil {
			err = s.store.ImportStudents(v.Ctx, draft.ImportDraft,
				store.StudentFile{Students: read.All, LeftOut: read.Leavers, Named: read.IsNamed()})
		}
		if roll.KindOf(err) == roll.Stale {
			return s.again(v, err)
		}
		if err == nil {
			err = s.rosters.Forget(v.Ctx, v.School.ID)
		}
		return visit.Done(v, err, s.stored(v, draft))
	})
}

// choicesFor parses the choices of a form or an address for the file. Those for another file do not apply.
func choicesFor(draft drafts.Draft, values url.Values) imports.Choices {
	if values.Has("file") && values.Get("file") != draft.ID {
		return imports.Choices{}
	}
	return choicesIn(values)
}

// choicesIn parses a person's choices for reading a file from a query or a form. Without fields, everything is detected
// from the file. It ignores an unreadable field: the preview shows how the file was read instead.
func choicesIn(values url.Values) imports.Choices {
	text := values.Get
	choices := imports.Choices{
		Options: tables.Options{Encoding: text("encoding"), Sheet: text("sheet")}, Skip: text("skip") == "1",
		KeepLeavers: text("leavers") == "keep",
	}
	if !slices.Contains(tables.Encodings(), choices.Options.Encoding) {
		choices.Options.Encoding = ""
	}
	if line, err := strconv.Atoi(text("header")); err == nil && (line > 0 || line == imports.Headless) {
		choices.Header = line
	}
	if values.Has("sheet_was") && text("sheet_was") != choices.Options.Sheet {
		choices.Header = 0
		return choices
	}
	// Columns chosen under another header do not apply to this one.
	if was := text("header_was"); !values.Has(imports.Enrolment) || was != "" && was != text("header") {
		return choices
	}
	choices.Places = make(tables.Places)
	for _, column := range imports.StudentColumns() {
		if at, err := strconv.Atoi(text(column.Key)); err == nil && at > 0 && at <= tables.MaxColumns {
			choices.Places[column.Key] = at - 1
		}
	}
	return choices
}

// read reads a file. It returns roll.Meaningless for a fault of the whole file, and roll.Unkept while other files are
// being read.
func (s *StudentLists) read(v *visit.Visit, content []byte, choices imports.Choices) (*imports.Reading, error) {
	choices.Today = v.Today().String()
	sheets, err := v.Sheets(content, choices.Options)
	if fault, ok := errors.AsType[*tables.FileError](err); ok {
		return nil, imports.Problem(v.Words, *fault).Because(err)
	}
	if errors.Is(err, tables.ErrBusy) {
		return nil, roll.Problem(roll.Unkept, "student_list.problem.busy").Because(err)
	}
	if err != nil {
		return nil, err
	}
	read := imports.Read(sheets, choices)
	if len(read.Lists[0].Lines) == 0 {
		return nil, imports.Problem(v.Words, tables.FileError{Code: tables.Empty})
	}
	return read, nil
}
