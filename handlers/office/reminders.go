package office

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
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
	"rollbook/web/paths"
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

// view fills in the present list (visit.Check).
func (r *Reminders) view(v *visit.Visit) *office.RemindersView {
	now, form := v.Now(), v.Request().Form
	today := v.School.Today(now)
	view := &office.RemindersView{
		Page: r.pages.OfficePage(v, "", layout.NavDay), Clock: v.ClockOf(now), Mails: r.mailer != nil,
		To: strings.TrimSpace(form.Get("to")), Closed: v.ClosedText(today),
	}
	periods := v.Periods()
	if len(periods) == 0 {
		return view
	}
	_, err := naming.PeriodOf(v, periods, roll.PeriodID(form.Get("period")), today)
	if errors.Is(err, roll.ErrNoPeriods) {
		view.Problem = v.Words.Text("home.empty.not_open")
		return view
	}
	v.Check(err)
	board := visit.Checked(r.boards.Of(v.Ctx, boards.Day{School: v.School, Date: today}))(v)
	teachers := visit.Read(v, r.store.ClassTeachers)
	reminders := visit.Checked(r.store.Reminders(v.Ctx, v.School.ID, today))(v)
	lines := []string{v.Words.Text("reminder.subject", "School", v.School.Name, "Date", v.Words.LongDate(v.Local(now)),
		"Clock", view.Clock), ""}
	for _, class := range board.Classes {
		cell := cellOf(v, class, today)
		if !cell.State.Missing() {
			continue
		}
		name, of := naming.NameOf(v, class.Class), roll.TeachersOf(class.Class, teachers)
		line := strings.TrimSuffix(" · "+cell.Line(v.Words), " · ")
		view.Classes++
		if len(of) == 0 {
			view.Untaught, lines = append(view.Untaught, name), append(lines, name+line)
			continue
		}
		addTeachers(v, view, class.Class, of, reminders, name, name+line)
		lines = append(lines, name+" ("+namesOf(of)+")"+line)
	}
	view.Read, view.List = true, strings.Join(lines, "\n")
	return view
}

// addTeachers adds the teachers of a class whose roll is missing.
func addTeachers(v *visit.Visit, view *office.RemindersView, class roll.Class, teachers []roll.ClassTeacher,
	reminders []roll.Reminder, name, line string) {
	for _, one := range teachers {
		at := slices.IndexFunc(view.Teachers, func(other office.MissedBy) bool { return other.Key() == one.Key() })
		if at < 0 {
			at, view.Teachers = len(view.Teachers), append(view.Teachers, office.MissedBy{ClassTeacher: one})
		}
		missed := &view.Teachers[at]
		missed.Classes = append(missed.Classes, class.Key())
		missed.Names, missed.Lines = append(missed.Names, name), append(missed.Lines, line)
		for _, reminder := range reminders {
			of := roll.ClassKey{Period: reminder.Period, Class: reminder.Class}
			if missed.Reminded == "" && of.Means(class) && reminder.Teacher == one.Called() {
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
	return visit.After(v, err, r.pages.Paths.To(paths.Reminders, v.School.ID), said, r.Get)
}

// mailLimit limits the wait for the mail server.
const mailLimit = 10 * time.Second

// longestAddress limits the bytes of a mail address (RFC 5321, section 4.5.3.1.3).
const longestAddress = 254

// send mails the list.
func (r *Reminders) send(v *visit.Visit, view *office.RemindersView) error {
	parsed, err := mail.ParseAddress(view.To)
	switch {
	case r.mailer == nil:
		return roll.Problem(roll.Meaningless, "reminder.problem.off")
	case err != nil || parsed.Address != view.To || len(view.To) > longestAddress:
		return roll.Problem(roll.Meaningless, "reminder.problem.address")
	case !view.Read:
		return roll.ErrNoPeriods
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

// Remind mails each chosen teacher the list of her classes, or only notes that she is reminded.
func (r *Reminders) Remind(v *visit.Visit) error {
	view := r.view(v)
	if err := v.Failed(); err != nil {
		return err
	}
	form := v.Request().PostForm
	value, mails := form.Get("remind"), form.Has("remind")
	if !mails {
		value = form.Get("note")
	}
	chosen := slices.DeleteFunc(slices.Clone(view.Teachers), func(one office.MissedBy) bool {
		all := value == office.EveryTeacher || value == office.NotReminded && one.Reminded == ""
		return mails && one.Mail == "" || !all && one.Value() != value
	})
	switch {
	case !view.Read:
		return r.after(v, roll.ErrNoPeriods, "")
	case mails && r.mailer == nil:
		return r.after(v, roll.Problem(roll.Meaningless, "reminder.problem.off"), "")
	case len(chosen) == 0 && value == office.NotReminded && len(view.Teachers) > 0:
		// Another press reminded them.
		return r.after(v, nil, "")
	case len(chosen) == 0:
		return r.after(v, roll.Problem(roll.Meaningless, "reminder.problem.nobody"), "")
	case !mails:
		return r.after(v, r.note(v.Ctx, v, chosen), "")
	}
	// A browser cancels the first of two presses. The mailing goes on, and the second press waits for its result
	// instead of mailing again.
	ctx := context.WithoutCancel(v.Ctx)
	sentence, err, _ := r.mailing.Do(string(v.School.ID)+" "+value, func() (any, error) {
		reminded, sentence := r.mail(ctx, v, view, chosen)
		return sentence, r.note(ctx, v, reminded)
	})
	if err != nil || sentence == "" {
		return r.after(v, err, "reminders")
	}
	view = r.view(v)
	view.Problem, _ = sentence.(string)
	return r.pages.ShowAs(v, http.StatusServiceUnavailable, office.Reminders(view))
}

// note stores that the teachers are reminded.
func (r *Reminders) note(ctx context.Context, v *visit.Visit, reminded []office.MissedBy) error {
	var all []roll.Reminder
	for _, one := range reminded {
		for _, class := range one.Classes {
			all = append(all, roll.Reminder{Period: class.Period, Class: class.Class, Teacher: one.Called(),
				At: v.Now()})
		}
	}
	return r.store.NoteReminders(ctx, v.School.ID, v.Today(), all)
}

// mail sends each teacher a letter. It returns those who surely have one, and a sentence about the others.
func (r *Reminders) mail(ctx context.Context, v *visit.Visit, view *office.RemindersView,
	chosen []office.MissedBy) (reminded []office.MissedBy, sentence string) {
	subject, _, _ := strings.Cut(view.List, "\n")
	letters := make([]notices.Letter, len(chosen))
	for i, one := range chosen {
		text := r.mailer.WithLink(subject+"\n\n"+strings.Join(one.Lines, "\n"), r.pages.Paths.To(paths.School, v.School.ID))
		letters[i] = notices.Letter{To: []string{one.Mail}, Subject: subject, Text: text}
	}
	ctx, stop := context.WithTimeout(ctx, mailLimit)
	defer stop()
	var without, perhaps []string
	for i, err := range r.mailer.DeliverAll(ctx, letters) {
		switch {
		case err == nil:
			reminded = append(reminded, chosen[i])
			continue
		case errors.Is(err, notices.ErrPerhapsSent):
			perhaps = append(perhaps, chosen[i].Called())
		default:
			without = append(without, chosen[i].Called())
		}
		r.log.ErrorContext(ctx, "a list of classes could not be mailed", "school", v.School.ID, "error", err)
	}
	var sentences []string
	if len(without) > 0 {
		sentences = append(sentences, v.Words.Text("reminder.problem.not_sent_to", "Names", v.Words.List(without)))
	}
	if len(perhaps) > 0 {
		sentences = append(sentences, v.Words.Text("reminder.problem.perhaps_to", "Names", v.Words.List(perhaps)))
	}
	return reminded, strings.Join(sentences, " ")
}
