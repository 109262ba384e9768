package taking

import (
	"slices"
	"time"

	"rollbook/views/part"
	"rollbook/web/roll"
)

// Summary says what has become of the saves, as the sheet stands now.
func (s Sheets) Summary(read *Sheet, saves []roll.Token) part.Summary {
	summary := part.Summary{Held: part.HeldBy(read.Visit.Connection)}
	counts := make(map[string]int)
	var names []string
	var last time.Time
	for _, student := range read.Roster.Rows {
		cell := read.Cell(student.ID)
		if cell.Save == "" || !slices.Contains(saves, cell.Save) {
			continue
		}
		switch cell.Outcome {
		case roll.Differs, roll.Refused, roll.Conflict, roll.Stopped:
			summary.Need = append(summary.Need, part.Need{Enrolment: student.ID, Name: read.Name(student), Outcome: cell.Outcome})
		case roll.Confirming, roll.Waiting:
			summary.UnderWay++
		case roll.None, roll.Superseded:
		case roll.Saved:
			if counts[cell.Status] == 0 {
				names = append(names, cell.Status)
			}
			counts[cell.Status]++
			if at := read.Marks[student.ID].AnsweredAt; at.After(last) {
				last = at
			}
		}
	}
	for _, name := range names {
		summary.Saved = append(summary.Saved, part.SavedCount{Students: counts[name], Status: name})
	}
	slices.SortStableFunc(summary.Saved, func(a, b part.SavedCount) int { return a.Students - b.Students })
	slices.SortStableFunc(summary.Need, func(a, b part.Need) int { return urgency(a.Outcome) - urgency(b.Outcome) })
	summary.Clock = read.Visit.ClockOf(last)
	s.offer(read, &summary, saves)
	return summary
}

// urgency orders those who need a person: first what the person at the page can do.
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

// offer adds what can be pressed next: the others, and changing what was saved.
func (s Sheets) offer(read *Sheet, summary *part.Summary, saves []roll.Token) {
	present := read.present()
	if present == nil || len(summary.Saved) == 0 && summary.UnderWay == 0 {
		return
	}
	summary.OneMark = true
	others := &part.Others{Save: s.Shell.Tokens.New(read.Visit.Person.ID), Status: *present}
	for _, student := range read.Roster.Rows {
		if read.Cell(student.ID).Outcome == roll.None {
			others.Students = append(others.Students, student.ID)
			others.Versions = append(others.Versions, 0)
		}
	}
	if len(others.Students) > 0 {
		summary.Others = others
	}
	query := read.query()
	query.Save = string(saves[0])
	summary.Change = s.Shell.Paths.Roll(string(read.Visit.School.ID), query) + "&change=1"
}
