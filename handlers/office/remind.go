package office

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/office/notices"
	"rollbook/web/roll"
)

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
	return r.pages.Render(v, http.StatusServiceUnavailable, office.Reminders(view))
}

// note stores that the teachers are reminded.
func (r *Reminders) note(ctx context.Context, v *visit.Visit, reminded []office.MissedBy) error {
	var all []roll.Reminder
	for _, one := range reminded {
		for _, class := range one.Classes {
			all = append(all, roll.Reminder{Class: class, Teacher: one.Called(), At: v.Now()})
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
		text := r.mailer.WithLink(subject+"\n\n"+strings.Join(one.Lines, "\n"), r.pages.Paths.School(string(v.School.ID)))
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
