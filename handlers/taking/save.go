package taking

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Saves shows the pages about one save.
type Saves struct {
	pages *visit.Pages
	store *store.Store
	// requests is the action required to see sent requests.
	requests auth.Action
}

// Get shows the save in the address. All people of the school may see it, like the classes.
func (s *Saves) Get(v *visit.Visit) error {
	story, err := s.store.Story(v.Ctx, v.School.ID, roll.Token(v.Param("token")))
	if err != nil {
		return err
	}
	save := story.Save
	save.ClassName = naming.SavedFor(v, save)
	view := &taking.SaveView{
		Page: s.pages.Page(v, "", ""), Save: save, By: visit.Byline(v.Words, save.By),
		Time: naming.WallTime(v, save.Observed), Events: s.eventsOf(v, story), Marks: s.marksOf(v, story),
		Sent: auth.Can(v.Role, s.requests) && wasSent(story),
	}
	view.Back = mayTakeBack(v, save) == nil &&
		slices.ContainsFunc(story.Marks, func(mark roll.StoryMark) bool { return mark.ReplacedBy.Name == "" })
	if !v.May(auth.CorrectPast) {
		view.Save.Reason = ""
	}
	if v.May(auth.SendStopped) {
		view.Stopped, view.Moved = s.stopped(v, story)
	}
	return s.pages.Show(v, taking.Save(view))
}

// wasSent reports whether there is a request to show.
func wasSent(story roll.Story) bool {
	return slices.ContainsFunc(story.Attempts, func(attempt roll.StoryAttempt) bool {
		return attempt.Exchange != "" && attempt.State != roll.NotSent
	})
}

// stopped counts the marks of the save that wait for the office, and those that moved (visit.Check).
func (s *Saves) stopped(v *visit.Visit, story roll.Story) (stopped, moved int) {
	for _, mark := range story.Marks {
		if mark.Outcome == roll.Stopped && mark.ReplacedBy.Name == "" && mark.KeyedAt.IsZero() {
			moved++
		}
	}
	if moved == 0 {
		return 0, 0
	}
	pending, err := s.store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	v.Check(err)
	for _, mark := range pending {
		if mark.Save.Token == story.Save.Token {
			stopped, moved = stopped+1, moved-1
		}
	}
	return stopped, moved
}

// marksOf returns the save's students with the outcome of each (visit.Check).
func (s *Saves) marksOf(v *visit.Visit, story roll.Story) (marks []taking.SaveMark) {
	save := story.Save
	numbers := make([]roll.EnrolmentID, 0, len(story.Marks)+len(story.Held))
	for _, mark := range story.Marks {
		numbers = append(numbers, mark.Enrolment)
	}
	for _, held := range story.Held {
		numbers = append(numbers, held.Enrolment)
	}
	names := naming.NamesFor(v, s.store, save, numbers)
	read := &Sheet{Visit: v, Statuses: []roll.Status{save.Status}}
	if save.Generation >= v.School.Connected {
		read.Statuses = v.Statuses(save.Period)
	}
	for _, mark := range story.Marks {
		shown := taking.SaveMark{Name: names.Of(mark.Enrolment, mark.Student), Cell: read.StoryCell(save, mark)}
		switch mark.Outcome {
		case roll.Superseded, roll.Stopped, roll.Refused:
			if mark.ReplacedBy.Name != "" {
				shown.ReplacedBy = visit.Byline(v.Words, mark.ReplacedBy)
			}
		case roll.None, roll.Saved, roll.Differs, roll.Conflict, roll.Confirming, roll.Waiting:
		}
		if mark.Outcome == roll.Refused && v.May(auth.SeeReasons) {
			answer := refusal(v, story, mark.Enrolment)
			shown.Answer = answer.Answer()
		}
		marks = append(marks, shown)
	}
	for _, held := range story.Held {
		shown := read.storyHeld(held, save.By)
		shown.Name = names.Of(held.Enrolment, held.Student)
		marks = append(marks, shown)
	}
	return marks
}

// storyHeld returns a held row, waiting or with its decision.
func (s *Sheet) storyHeld(held roll.StoryHeld, by roll.Actor) taking.SaveMark {
	switch held.Decision {
	case roll.TheirsKept:
		return taking.SaveMark{Cell: part.Cell{Enrolment: held.Enrolment}, Kept: held.Met, KeptBy: s.by(held.MetBy)}
	case roll.MarkedAnew:
		return taking.SaveMark{Cell: part.Cell{Enrolment: held.Enrolment}, MarkedAnew: true}
	case roll.Undecided:
	}
	return taking.SaveMark{Cell: s.heldCell(held.HeldMark, by)}
}

// StoryCell returns the cell of a mark as the save left it.
func (s *Sheet) StoryCell(save roll.Save, mark roll.StoryMark) part.Cell {
	cell := s.markCell(roll.Mark{
		Enrolment: mark.Enrolment, Version: mark.Version, Outcome: mark.Outcome, Save: save.Token,
		Intent: save.Intent, MarkedAt: save.AcceptedAt, By: save.By,
		Returned: mark.Returned, AnsweredAt: mark.AnsweredAt,
	})
	if mark.Outcome == roll.Superseded {
		cell.Outcome = roll.None
	}
	return cell
}

// refusal returns the answer with which the school system did not accept the student's mark, or an empty one
// (visit.Check).
func refusal(v *visit.Visit, story roll.Story, enrolment roll.EnrolmentID) (answer roll.Exchange) {
	for _, attempt := range story.Attempts {
		if !attempt.State.Refuses() {
			continue
		}
		kept, ok, err := attempt.Exchanged()
		v.Check(err)
		if ok && kept.Names(enrolment) {
			answer = kept
		}
	}
	return answer
}

// Refusals returns the school system's sentences about the marks that it did not accept (visit.Check).
func Refusals(v *visit.Visit, from *store.Store, marks []roll.Mark) map[roll.EnrolmentID]string {
	stories, said := make(map[roll.Token]roll.Story), make(map[roll.EnrolmentID]string)
	for _, mark := range marks {
		if mark.Outcome != roll.Refused {
			continue
		}
		story, known := stories[mark.Save]
		if !known {
			var err error
			story, err = from.Story(v.Ctx, v.School.ID, mark.Save)
			v.Check(err)
			stories[mark.Save] = story
		}
		answer := refusal(v, story, mark.Enrolment)
		said[mark.Enrolment] = answer.Sentence()
	}
	return said
}

// eventsOf returns the events of the save, the oldest first (visit.Check).
func (s *Saves) eventsOf(v *visit.Visit, story roll.Story) []part.Event {
	list := &eventList{visit: v, story: story}
	save := story.Save
	list.addBy(save.AcceptedAt, part.EventKept, len(story.Marks)+len(story.Held), visit.Byline(v.Words, save.By), "")
	list.add(save.AcceptedAt, part.EventHeld, len(story.Held), "")
	for i := range story.Attempts {
		list.attempt(&story.Attempts[i])
	}
	list.ends(s.newer(v, story))
	slices.SortStableFunc(list.events, func(a, b happened) int { return a.at.Compare(b.at) })
	events := make([]part.Event, len(list.events))
	for i, event := range list.events {
		events[i] = event.Event
	}
	return events
}

// newer reads the present marks that replaced the save's own (visit.Check).
func (s *Saves) newer(v *visit.Visit, story roll.Story) map[roll.EnrolmentID]roll.Mark {
	var replaced []roll.EnrolmentID
	for _, mark := range story.Marks {
		if mark.ReplacedBy.Name != "" {
			replaced = append(replaced, mark.Enrolment)
		}
	}
	if len(replaced) == 0 {
		return nil
	}
	marks, err := s.store.Marks(v.Ctx, v.School.ID, story.Save.Date, replaced)
	v.Check(err)
	return marks
}
