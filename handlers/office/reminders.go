package office

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/language"
	"rollbook/web/office/boards"
	"rollbook/web/office/notices"
)

// Reminders is the page of the classes whose roll has not been taken today.
type Reminders struct {
	pages  *visit.Pages
	lists  DayLists
	boards *boards.Boards
	// mailer is nil without a mail server.
	mailer *notices.Mail
	log    *slog.Logger
}

// Get lists the classes.
func (r *Reminders) Get(v *visit.Visit) error {
	view, err := r.view(v)
	if err != nil {
		return err
	}
	view.Sent = v.QueryParam("sent") != ""
	return r.pages.Render(v, http.StatusOK, office.Reminders(view))
}

// view fills in the present list.
func (r *Reminders) view(v *visit.Visit) (*office.RemindersView, error) {
	now := v.Now()
	today := v.School.Today(now)
	view := &office.RemindersView{Page: r.pages.OfficePage(v, "", layout.NavDay), Clock: v.ClockOf(now), Mails: r.mailer != nil}
	var err error
	if view.Closed, err = v.ClosedText(today); err != nil {
		return nil, err
	}
	requested, err := r.lists.requested(v)
	if err != nil {
		return nil, err
	}
	lines := []string{v.Words.Text("reminder.subject", "School", v.School.Name, "Date", v.Words.LongDate(v.Local(now)), "Clock", view.Clock), ""}
	if requested.period.ID == "" {
		return view, nil
	}
	board, err := r.boards.Of(v.Ctx, boards.Day{School: v.School, Period: requested.period.ID, Date: today})
	for _, class := range board.Classes {
		if cell := cellOf(v, class, today); cell.State.Missing() {
			view.Classes++
			lines = append(lines, strings.TrimSuffix(naming.NameOf(v, class.Class)+" · "+cell.Line(v.Words), " · "))
		}
	}
	view.List = strings.Join(lines, "\n")
	return view, err
}

// Mail sends the list to the typed address.
func (r *Reminders) Mail(v *visit.Visit) error {
	typed := v.Request().PostForm.Get("to")
	view, err := r.view(v)
	if err != nil {
		return err
	}
	view.To = strings.TrimSpace(typed)
	status, problem := r.send(v, view)
	if problem == "" {
		return visit.GoTo(v, r.pages.Paths.Reminders(string(v.School.ID))+"?sent=1")
	}
	view.Problem = v.Words.Text(problem)
	return r.pages.Render(v, status, office.Reminders(view))
}

// mailLimit limits the wait for the mail server.
const mailLimit = 10 * time.Second

// longestAddress limits the characters of a mail address (RFC 5321, section 4.5.3.1.3).
const longestAddress = 254

// send mails the list. It returns the reason when it fails.
func (r *Reminders) send(v *visit.Visit, view *office.RemindersView) (status int, problem language.Key) {
	parsed, err := mail.ParseAddress(view.To)
	switch {
	case r.mailer == nil:
		return http.StatusUnprocessableEntity, "reminder.problem.off"
	case err != nil || parsed.Address != view.To || len(view.To) > longestAddress:
		return http.StatusUnprocessableEntity, "reminder.problem.address"
	case view.Classes == 0:
		return http.StatusUnprocessableEntity, "reminder.problem.nobody"
	}
	subject, _, _ := strings.Cut(view.List, "\n")
	ctx, stop := context.WithTimeout(v.Ctx, mailLimit)
	defer stop()
	err = r.mailer.Deliver(ctx, []string{parsed.Address}, subject, view.List)
	if err == nil {
		return 0, ""
	}
	r.log.ErrorContext(v.Ctx, "a list of classes could not be mailed", "school", v.School.ID, "error", err)
	if errors.Is(err, notices.ErrPerhapsSent) {
		return http.StatusServiceUnavailable, "reminder.problem.perhaps"
	}
	return http.StatusServiceUnavailable, "reminder.problem.not_sent"
}
