package taking

import (
	"fmt"
	"net/http"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

// Request shows the exact request and answer of the save, and of the second save of the same press if the
// address names it.
func (s *Saves) Request(v *visit.Visit) error {
	token := roll.Token(v.Param("token"))
	others := v.Request().Form.Get("others_save")
	view := &taking.RequestView{Page: s.pages.Page(v, "", ""), Token: token}
	if err := s.addCalls(v, view, token); err != nil {
		return err
	}
	if others != "" {
		if err := s.addCalls(v, view, roll.Token(others)); err != nil {
			return err
		}
	}
	return s.pages.Render(v, http.StatusOK, taking.Request(view))
}

// addCalls adds the save's calls.
func (s *Saves) addCalls(v *visit.Visit, view *taking.RequestView, token roll.Token) error {
	story, err := s.store.Story(v.Ctx, v.School.ID, token)
	if err != nil {
		return err
	}
	for _, attempt := range story.Attempts {
		kept, ok, err := ExchangeOf(attempt)
		if err != nil {
			return err
		}
		if ok && attempt.State != roll.NotSent {
			view.Calls = append(view.Calls, callOf(v, attempt, kept))
		}
	}
	return nil
}

func callOf(v *visit.Visit, attempt roll.StoryAttempt, kept Exchange) taking.Call {
	call := taking.Call{
		Clock: v.SecondsOf(attempt.SentAt), Method: kept.Method, Address: kept.URL, Headers: headersOf(kept.RequestHeader),
		Body: shown(v, kept.RequestBody), Answered: kept.Status != 0,
	}
	if call.Answered {
		call.Status = fmt.Sprintf("%d %s", kept.Status, http.StatusText(kept.Status))
		call.Took, call.Reply = v.SpanOf(kept.Took), shown(v, kept.ResponseBody)
	}
	return call
}

// headersOf returns the headers by name, since their order on the wire is not stored.
func headersOf(header http.Header) []taking.Header {
	names := make([]string, 0, len(header))
	for name := range header {
		names = append(names, name)
	}
	slices.Sort(names)
	var headers []taking.Header
	for _, name := range names {
		for _, value := range header[name] {
			headers = append(headers, taking.Header{Name: name, Value: value})
		}
	}
	return headers
}

// shown returns the stored beginning of a body, with a note when the body was longer.
func shown(v *visit.Visit, body Excerpt) string {
	if !body.Truncated {
		return body.Text
	}
	return body.Text + "\n" + v.Words.Text("story.cut")
}
