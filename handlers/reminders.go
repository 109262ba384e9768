package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/notices"
	"rollbook/web/roll"
)

// Mailer hands a message in to people.
type Mailer interface {
	Tell(ctx context.Context, to []string, subject, text string) error
}

// reminders is the page of who has not taken today's roll.
type reminders struct {
	*dayLists
	closings Closings
	// mailer is nil where no mail server is set.
	mailer Mailer
	log    *slog.Logger
}

// get lists the classes.
func (r *reminders) get(v *visit) error {
	view, err := r.view(v)
	if err != nil {
		return err
	}
	view.Sent = v.QueryParam("sent") != ""
	return r.render(v, http.StatusOK, views.Reminders(view))
}

// view is the list as it stands now.
func (r *reminders) view(v *visit) (*views.RemindersView, error) {
	now := r.clock()
	today := v.school.Today(now)
	view := &views.RemindersView{Page: r.withMarks(v, r.officePage(v, "", views.NavDay)), Date: today, Clock: v.clockOf(now), Mails: r.mailer != nil}
	var err error
	if view.Closed, err = closedText(v, r.closings, today); err != nil {
		return nil, err
	}
	asked, err := r.asked(v)
	if err != nil {
		return nil, err
	}
	asked.class, asked.date = "", today
	classes, err := r.read(v, asked)
	if err != nil {
		return nil, err
	}
	lines := []string{v.words.Text("reminder.subject", "School", v.school.Name, "Date", v.words.LongDate(v.local(now)), "Clock", view.Clock), ""}
	for _, class := range classes {
		if class.class.ID != "" && !class.taken() {
			view.Classes++
			lines = append(lines, class.class.Name)
		}
	}
	view.List = strings.Join(lines, "\n")
	return view, nil
}

// taken tells whether the class's roll was taken: some mark is settled, goes through by
// itself, or was made in the school system.
func (c *dayClass) taken() bool {
	for _, row := range c.rows {
		if row.elsewhere != "" {
			return true
		}
		if row.mark.Version != 0 && (row.mark.Outcome == roll.Saved || row.mark.Outcome == roll.Differs || row.mark.Outcome.UnderWay()) {
			return true
		}
	}
	return false
}

// mail sends the list to the address that was typed in.
func (r *reminders) mail(v *visit) error {
	typed, err := web.Single(v.Request().PostForm, "to")
	if err != nil {
		return err
	}
	view, err := r.view(v)
	if err != nil {
		return err
	}
	view.To = strings.TrimSpace(typed)
	status, problem := r.send(v, view)
	if problem == "" {
		return goTo(v, r.paths.Reminders(string(v.school.ID))+"?sent=1")
	}
	view.Problem = v.words.Text("reminder.problem." + problem)
	return r.render(v, status, views.Reminders(view))
}

// mailLimit is how long somebody waits for the mail server.
const mailLimit = 10 * time.Second

// longestAddress is how many characters an address may have (RFC 5321, section 4.5.3.1.3).
const longestAddress = 254

// send mails the list; problem says why it was not.
func (r *reminders) send(v *visit, view *views.RemindersView) (status int, problem string) {
	parsed, err := mail.ParseAddress(view.To)
	switch {
	case r.mailer == nil:
		return http.StatusUnprocessableEntity, "off"
	case err != nil || parsed.Address != view.To || len(view.To) > longestAddress:
		return http.StatusUnprocessableEntity, "address"
	case view.Classes == 0:
		return http.StatusUnprocessableEntity, "nobody"
	}
	subject, _, _ := strings.Cut(view.List, "\n")
	ctx, stop := context.WithTimeout(v.ctx, mailLimit)
	defer stop()
	err = r.mailer.Tell(ctx, []string{parsed.Address}, subject, view.List)
	if err == nil {
		return 0, ""
	}
	r.log.ErrorContext(v.ctx, "a list of classes could not be mailed", "school", v.school.ID, "error", err)
	if errors.Is(err, notices.ErrPerhapsSent) {
		return http.StatusServiceUnavailable, "perhaps"
	}
	return http.StatusServiceUnavailable, "not_sent"
}
