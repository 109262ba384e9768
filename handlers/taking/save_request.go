package taking

import (
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
	s.addCalls(v, view, token)
	if others != "" {
		s.addCalls(v, view, roll.Token(others))
	}
	return s.pages.Show(v, taking.Request(view))
}

// addCalls adds the save's calls (visit.Check).
func (s *Saves) addCalls(v *visit.Visit, view *taking.RequestView, token roll.Token) {
	story, err := s.store.Story(v.Ctx, v.School.ID, token)
	v.Check(err)
	for _, attempt := range story.Attempts {
		kept, ok, err := attempt.Exchanged()
		v.Check(err)
		if ok && attempt.State != roll.NotSent {
			view.Calls = append(view.Calls, taking.Call{
				Clock: v.SecondsOf(attempt.SentAt), Span: v.SpanOf(kept.Took), Exchange: kept,
			})
		}
	}
}
