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

// Refused is a press without any stored row.
type Refused struct {
	// Press is the readable part of the form.
	Press submission.Press
	Cause error
	// Status is the HTTP status of the answer, Summary its text.
	Status  int
	Summary part.Summary
	// Save and OthersSave are the tokens of the next press. A press that could not be stored keeps its
	// tokens: if it was stored after all, the next press gets the first answer.
	Save, OthersSave roll.Token
}

// Sentence explains why the press was not accepted.
func (r Refused) Sentence(v *visit.Visit) string {
	var unsigned *SignatureError
	switch {
	case errors.As(r.Cause, &unsigned):
		return unsigned.Sentence(v)
	case r.Summary.ProblemText != "":
		return r.Summary.ProblemText
	}
	return v.Words.Text(language.PressProblemKeys.Of(string(r.Summary.Problem)))
}

// Lacks returns the id of the sentence if the press lacked a reason, and "" otherwise.
func (r Refused) Lacks(sentence string) string {
	if r.Summary.Problem.AsksReason() {
		return sentence
	}
	return ""
}

// Refuse makes the page show why the press was not accepted, with all its input. It returns causes that no person can
// correct.
func (d *Desk) Refuse(v *visit.Visit, press submission.Press, cause error, page Page) error {
	refused, ok := d.Refusal(v, cause)
	if !ok {
		return cause
	}
	// The page's rows stay on the page, so the new tokens are for its generation.
	refused.Save, refused.OthersSave = v.SaveTokenIn(press.Generation), v.SaveTokenIn(press.Generation)
	refused.Press = press
	if refused.Status == http.StatusServiceUnavailable {
		refused.Save, refused.OthersSave = cmp.Or(press.Save, refused.Save), cmp.Or(press.OthersSave, refused.OthersSave)
	}
	if err := page.Refused(v, refused); err != nil {
		return errors.Join(cause, err)
	}
	return nil
}

// Refusal returns the refusal for the cause, or false for a cause that no person can correct.
func (d *Desk) Refusal(v *visit.Visit, cause error) (refused Refused, ok bool) {
	refused = Refused{Cause: cause, Save: v.SaveToken(), OthersSave: v.SaveToken()}
	refused.Status, refused.Summary = explain(v, cause)
	correctable := refused.Status < http.StatusInternalServerError || roll.KindOf(cause) == roll.Unkept
	return refused, correctable && refused.Status != http.StatusNotFound
}

// explain returns the status and the text of the answer to a refused press.
func explain(v *visit.Visit, cause error) (int, part.Summary) {
	if other, ok := errors.AsType[*roll.OtherContentError](cause); ok {
		return http.StatusConflict, part.Summary{
			Problem: part.AlreadySent,
			ProblemText: v.Words.Text("roll.problem.already_sent_as", "Status", other.First.Status.Name, "Clock",
				v.ClockOf(other.First.AcceptedAt)),
		}
	}
	var problem *roll.Error
	if IsUnsigned(cause) {
		// The field shows the text.
		return visit.StatusOf(cause), part.Summary{}
	}
	if errors.As(cause, &problem) && problem.Kind == roll.Unkept {
		return http.StatusServiceUnavailable, part.Summary{Problem: part.NotKept}
	}
	if errors.As(cause, &problem) {
		formatted := slices.Clone(problem.Values)
		for i, value := range formatted {
			if date, ok := value.(roll.Date); ok {
				formatted[i] = v.Words.LongDate(date.Noon(v.School.Zone))
			}
		}
		return visit.StatusOf(cause), part.Summary{
			Problem:     problemOf(problem.Message),
			ProblemText: v.Words.Text(problem.Message, formatted...), Closed: isClosedProblem(problem),
		}
	}
	return http.StatusInternalServerError, part.Summary{}
}

// problemOf returns a summary's name for the problem, or the whole key for a problem of another page.
func problemOf(message language.Key) part.Problem {
	if word, ok := language.PressProblemKeys.Value(message); ok {
		return part.Problem(word)
	}
	return part.Problem(message)
}
