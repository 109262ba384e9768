package taking

import (
	"slices"
	"strconv"
	"time"

	"rollbook/handlers/naming"
	"rollbook/views/part"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Summary describes the present state of the saves. It repeats the visitor's open questions.
func (s Sheets) Summary(read *Sheet, saves []roll.Token) part.Summary {
	light := s.pages.Light(read.Visit)
	summary := part.Summary{Held: part.HeldBy(read.Visit.Connection), Trouble: light != nil && light.Wrong()}
	var saved, kept tally
	for _, student := range read.Roster.Rows {
		mark := read.Marks[student.ID]
		_, held := read.Held[student.ID]
		if !held && mark.Outcome != roll.Conflict && !slices.Contains(saves, mark.Save) {
			continue
		}
		cell := read.Cell(student.ID)
		named := cell.Save != "" && slices.Contains(saves, cell.Save)
		asks := cell.Outcome == roll.Conflict && cell.Other == ""
		switch {
		case !named && !asks:
		case cell.Outcome.NeedsPerson():
			summary.Need = append(summary.Need,
				part.Need{Enrolment: student.ID, Name: read.numbered(student), Outcome: cell.Outcome, Cell: cell})
		case cell.Outcome.UnderWay():
			kept.add(cell.Chosen, mark.MarkedAt)
		case cell.Outcome == roll.Saved:
			saved.add(cell.Status, mark.AnsweredAt)
		}
	}
	summary.Saved, summary.Clock = saved.counts, read.Visit.ClockOf(saved.last)
	summary.Kept, summary.UnderWay = kept.counts, kept.students
	var refused []roll.Mark
	for i := range summary.Need {
		if summary.Need[i].Outcome == roll.Refused {
			refused = append(refused, read.Marks[summary.Need[i].Enrolment])
		}
	}
	said := Refusals(read.Visit, s.store, refused)
	for i := range summary.Need {
		summary.Need[i].Said = said[summary.Need[i].Enrolment]
	}
	slices.SortStableFunc(summary.Need, func(a, b part.Need) int { return urgency(a.Outcome) - urgency(b.Outcome) })
	s.offer(read, &summary, saves)
	return summary
}

// tally counts students by status, the largest count first.
type tally struct {
	counts   []part.SavedCount
	students int
	last     time.Time
}

func (t *tally) add(status string, at time.Time) {
	t.students++
	if at.After(t.last) {
		t.last = at
	}
	place := slices.IndexFunc(t.counts, func(one part.SavedCount) bool { return one.Status == status })
	if place < 0 {
		place = len(t.counts)
		t.counts = append(t.counts, part.SavedCount{Status: status})
	}
	t.counts[place].Students++
	slices.SortStableFunc(t.counts, func(a, b part.SavedCount) int { return b.Students - a.Students })
}

// lastPress returns the saves of the visitor's last press on the sheet that still have marks.
func (s *Sheet) lastPress() []roll.Token {
	var tokens []roll.Token
	var last time.Time
	for _, mark := range s.Marks {
		switch {
		case !s.Visit.Own(mark.By) || mark.MarkedAt.Before(last):
			continue
		case mark.MarkedAt.After(last):
			last, tokens = mark.MarkedAt, nil
		}
		if !slices.Contains(tokens, mark.Save) {
			tokens = append(tokens, mark.Save)
		}
	}
	return tokens
}

// together returns the saves with those that were accepted in the same press and still have marks.
func (s *Sheet) together(saves []roll.Token) []roll.Token {
	var pressed *roll.Mark
	for _, mark := range s.Marks {
		if slices.Contains(saves, mark.Save) {
			pressed = &mark
			break
		}
	}
	for _, mark := range s.Marks {
		same := pressed != nil && mark.By.Person == pressed.By.Person && mark.MarkedAt.Equal(pressed.MarkedAt)
		if same && !slices.Contains(saves, mark.Save) {
			saves = append(saves, mark.Save)
		}
	}
	return saves
}

// sending reports whether some mark of the sheet is not in the school system yet.
func (s *Sheet) sending() bool {
	for _, mark := range s.Marks {
		if mark.Outcome.UnderWay() {
			return true
		}
	}
	return false
}

// underWay reports whether some mark of the saves is not in the school system yet.
func (s *Sheet) underWay(saves []roll.Token) bool {
	return slices.ContainsFunc(s.Roster.Rows, func(student roll.Enrolment) bool {
		mark := s.Marks[student.ID]
		return mark.Outcome.UnderWay() && slices.Contains(saves, mark.Save)
	})
}

// lead adds the next class, if something was saved or the roll is done, and the visitor sees other classes
// (visit.Check).
func (s Sheets) lead(read *Sheet, summary *part.Summary) {
	v := read.Visit
	if len(summary.Saved)+len(summary.Stays)+summary.UnderWay == 0 && !read.progress().Done() || read.Date != read.Today ||
		!v.May(auth.SeeStudents) {
		return
	}
	next, rolls, own := s.agenda.Next(v, read.versions,
		roll.ClassKey{Period: read.Period.ID, Class: read.Roster.Class.ID}, read.Today)
	if next.ID != "" {
		query := paths.RollQuery{Period: string(next.Period), Class: string(next.ID)}
		summary.Next = &part.Next{Class: next.Name, Address: s.pages.Paths.To(paths.Roll, v.School.ID, query)}
		return
	}
	summary.Next = &part.Next{Rolls: rolls, Own: own, Address: s.pages.Paths.To(paths.School, v.School.ID)}
}

// numbered returns the number of the row and the student's name.
func (s *Sheet) numbered(student roll.Enrolment) string {
	student.Namesake = roll.NoNamesake // The number tells it.
	return strconv.Itoa(student.Number) + " " + naming.StudentName(s.Visit.Words, student)
}

// urgency orders the rows that need a person: those that the visitor can settle come first.
func urgency(outcome roll.Outcome) int {
	switch outcome {
	case roll.Conflict:
		return 1
	case roll.Refused:
		return 2
	case roll.Differs:
		return 3
	case roll.Stopped:
		return 4
	case roll.None, roll.Saved, roll.Confirming, roll.Waiting, roll.Superseded:
	}
	return 0
}

// offer adds the possible next presses: marking the others, and changing the saved marks.
func (s Sheets) offer(read *Sheet, summary *part.Summary, saves []roll.Token) {
	present := roll.FirstOf(roll.Present, read.Statuses)
	if present == nil || len(summary.Saved) == 0 && summary.UnderWay == 0 {
		return
	}
	summary.OneMark = read.Visit.Person.New(read.Visit.Now())
	query := read.query()
	query.Save = string(saves[0])
	summary.Change = s.pages.Paths.To(paths.Roll, read.Visit.School.ID, query) + "&change=1"
	if !read.Visit.MaySave() {
		// Each press on a shared tablet asks for a PIN.
		return
	}
	others := &part.Others{Save: read.Visit.SaveToken(), Status: *present}
	for _, student := range read.Roster.Rows {
		switch cell := read.Cell(student.ID); {
		case cell.Later:
		case cell.KnownStatus != 0:
			others.Known = append(others.Known, cell)
		case cell.Outcome == roll.None:
			others.Students = append(others.Students, student.ID)
		}
	}
	if len(others.Students)+len(others.Known) > 0 {
		summary.Others = others
	}
}
