package desk

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// Refused is a press of which nothing was kept.
type Refused struct {
	Asked visit.Query
	// Press is the press as far as the form could be read.
	Press submission.Press
	Cause error
	// Status is the HTTP status of the answer, Summary its text.
	Status  int
	Summary part.Summary
	// Save and OthersSave are the tokens of the next press. One that could not be kept is pressed
	// again as it is: if it was kept after all, its first answer comes.
	Save, OthersSave roll.Token
}

// Sentence says why the press was not accepted.
func (r Refused) Sentence(words *language.Words) string {
	if r.Summary.ProblemText != "" {
		return r.Summary.ProblemText
	}
	return words.Text(language.PressProblemKeys.Of(string(r.Summary.Problem)))
}

// refuse has the page show the refusal, but for causes that no person can mend.
func (d *Desk) refuse(v *visit.Visit, asked visit.Query, press submission.Press, cause error, page Page) error {
	refused, ok := d.Refusal(v, cause)
	if !ok {
		return cause
	}
	// The rows that are shown stay those of the page.
	refused.Save, refused.OthersSave = d.shell.Tokens.Of(v.Person.ID, press.Generation), d.shell.Tokens.Of(v.Person.ID, press.Generation)
	refused.Asked, refused.Press = asked, press
	if refused.Status == http.StatusServiceUnavailable {
		refused.Save, refused.OthersSave = cmp.Or(press.Save, refused.Save), cmp.Or(press.OthersSave, refused.OthersSave)
	}
	return page.Refused(v, refused)
}

// Refusal says what is wrong, by its cause; ok is false for a cause that no person can mend.
func (d *Desk) Refusal(v *visit.Visit, cause error) (refused Refused, ok bool) {
	refused = Refused{Cause: cause, Save: d.shell.SaveToken(v), OthersSave: d.shell.SaveToken(v)}
	refused.Status, refused.Summary = said(v, cause)
	mended := refused.Status < http.StatusInternalServerError || roll.KindOf(cause) == roll.Unkept
	return refused, mended && refused.Status != http.StatusNotFound
}

// said returns the status of the answer to a press that was not kept, and its text.
func said(v *visit.Visit, cause error) (int, part.Summary) {
	var other *roll.OtherContentError
	if errors.As(cause, &other) {
		return http.StatusConflict, part.Summary{
			Problem:     part.AlreadySent,
			ProblemText: v.Words.Text("roll.problem.already_sent_as", "Status", other.First.Status.Name, "Clock", v.ClockOf(other.First.AcceptedAt)),
		}
	}
	var problem *roll.Error
	if IsUnsigned(cause) {
		// Said at the field.
		return visit.StatusOf(cause), part.Summary{}
	}
	if errors.As(cause, &problem) && problem.Kind == roll.Unkept {
		return http.StatusServiceUnavailable, part.Summary{Problem: part.NotKept}
	}
	if errors.As(cause, &problem) {
		return visit.StatusOf(cause), part.Summary{
			Problem:     problemOf(problem.Message),
			ProblemText: v.Words.Text(problem.Message, readable(v, problem.Values)...), Closed: isClosedProblem(problem),
		}
	}
	return http.StatusInternalServerError, part.Summary{}
}

// problemOf returns a summary's name for the problem; the whole key for a problem of another page.
func problemOf(message language.Key) part.Problem {
	if word, ok := language.PressProblemKeys.Value(message); ok {
		return part.Problem(word)
	}
	return part.Problem(message)
}

// readable writes the dates among the values of a message as people say them.
func readable(v *visit.Visit, values []any) []any {
	said := slices.Clone(values)
	for i, value := range said {
		if date, ok := value.(roll.Date); ok {
			said[i] = v.Words.LongDate(date.Noon(v.School.Zone))
		}
	}
	return said
}
