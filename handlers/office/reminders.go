package office

import (
	"context"
	"errors"
	"log/slog"
	"net/mail"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/office/boards"
	"rollbook/web/office/notices"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Reminders is the page of the classes whose roll has not been taken today.
type Reminders struct {
	pages  *visit.Pages
	boards *boards.Boards
	store  *store.Store
	// mailer is nil without a mail server.
	mailer  *notices.Mail
	mailing singleflight.Group
	log     *slog.Logger
}

// Get lists the classes.
func (r *Reminders) Get(v *visit.Visit) error {
	return r.pages.Show(v, office.Reminders(r.view(v)))
}

// view fills in the present list (visit.Keep).
func (r *Reminders) view(v *visit.Visit) *office.RemindersView {
	now, form := v.Now(), v.Request().Form
	today := v.School.Today(now)
	view := &office.RemindersView{
		Page: r.pages.OfficePage(v, "", layout.NavDay), Clock: v.ClockOf(now), Mails: r.mailer != nil, To: strings.TrimSpace(form.Get("to")),
	}
	var err error
	view.Closed, err = v.ClosedText(today)
	v.Keep(err)
	periods := v.Periods()
	if len(periods) == 0 {
		return view
	}
	period, err := periodOn(v, periods, roll.PeriodID(form.Get("period")), today)
	v.Keep(err)
	board, err := r.boards.Of(v.Ctx, boards.Day{School: v.School, Period: period.ID, Date: today})
	v.Keep(err)
	teachers := visit.Read(v, r.store.ClassTeachers)
	reminders, err := r.store.Reminders(v.Ctx, v.School.ID, today)
	v.Keep(err)
	lines := []string{v.Words.Text("reminder.subject", "School", v.School.Name, "Date", v.Words.LongDate(v.Local(now)), "Clock", view.Clock), ""}
	for _, class := range board.Classes {
		cell := cellOf(v, class, today)
		if !cell.State.Missing() {
			continue
		}
		name, of := naming.NameOf(v, class.Class), roll.TeachersOf(class.Class.ID, teachers)
		line := strings.TrimSuffix(" · "+cell.Line(v.Words), " · ")
		view.Classes++
		if len(of) == 0 {
			view.Untaught, lines = append(view.Untaught, name), append(lines, name+line)
			continue
		}
		addTeachers(v, view, of, reminders, name, name+line)
		lines = append(lines, name+" ("+namesOf(of)+")"+line)
	}
	view.List = strings.Join(lines, "\n")
	return view
}

// addTeachers adds the teachers of a class whose roll is missing.
func addTeachers(v *visit.Visit, view *office.RemindersView, teachers []roll.ClassTeacher,
	reminders []roll.Reminder, name, line string) {
	for _, one := range teachers {
		at := slices.IndexFunc(view.Teachers, func(other office.MissedBy) bool { return other.Key() == one.Key() })
		if at < 0 {
			at, view.Teachers = len(view.Teachers), append(view.Teachers, office.MissedBy{ClassTeacher: one})
		}
		missed := &view.Teachers[at]
		missed.Classes = append(missed.Classes, one.Class)
		missed.Names, missed.Lines = append(missed.Names, name), append(missed.Lines, line)
		for _, reminder := range reminders {
			if missed.Reminded == "" && reminder.Class == one.Class && reminder.Teacher == one.Called() {
				missed.Reminded = v.ClockOf(reminder.At)
			}
		}
	}
}

// Mail sends the list to the typed address.
func (r *Reminders) Mail(v *visit.Visit) error {
	view := r.view(v)
	if err := v.Failed(); err != nil {
		return err
	}
	return r.after(v, r.send(v, view), "reminders")
}

// after redirects to the list, or shows there why a press did nothing.
func (r *Reminders) after(v *visit.Visit, err error, said string) error {
	return visit.After(v, err, r.pages.Paths.Reminders(string(v.School.ID)), said, r.Get)
}

// mailLimit limits the wait for the mail server.
const mailLimit = 10 * time.Second

// longestAddress limits the characters of a mail address (RFC 5321, section 4.5.3.1.3).
const longestAddress = 254

// send mails the list.
func (r *Reminders) send(v *visit.Visit, view *office.RemindersView) error {
	parsed, err := mail.ParseAddress(view.To)
	switch {
	case r.mailer == nil:
		return roll.Problem(roll.Meaningless, "reminder.problem.off")
	case err != nil || parsed.Address != view.To || len(view.To) > longestAddress:
		return roll.Problem(roll.Meaningless, "reminder.problem.address")
	case view.Classes == 0:
		return roll.Problem(roll.Meaningless, "reminder.problem.nobody")
	}
	subject, _, _ := strings.Cut(view.List, "\n")
	ctx, stop := context.WithTimeout(v.Ctx, mailLimit)
	defer stop()
	if err = r.mailer.Deliver(ctx, []string{parsed.Address}, subject, view.List); err == nil {
		return nil
	}
	r.log.ErrorContext(v.Ctx, "a list of classes could not be mailed", "school", v.School.ID, "error", err)
	if errors.Is(err, notices.ErrPerhapsSent) {
		return roll.Problem(roll.Unkept, "reminder.problem.perhaps")
	}
	return roll.Problem(roll.Unkept, "reminder.problem.not_sent")
}
