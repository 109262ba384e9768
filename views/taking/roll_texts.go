package taking

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// past reports whether the page is for another day than today.
func (v *RollView) past() bool { return v.Date < v.Today }

func (v *RollView) longDate() string { return v.Words.LongDate(v.Date.Noon(time.UTC)) }

func (v *RollView) shortDate() string { return v.Words.ShortDate(v.Date.Noon(time.UTC)) }

// progress counts the marks in the rows.
func (v *RollView) progress() Progress {
	progress := Progress{Students: len(v.Rows), Clock: v.RecordedClock}
	for i := range v.Rows {
		cell := &v.Rows[i].Cell
		switch {
		case cell.Status != "":
			progress.Recorded++
		case cell.Outcome.UnderWay() || cell.Outcome == roll.Stopped:
			progress.Kept++
		case cell.Later:
			progress.Later++
		}
	}
	return progress
}

// findText returns the placeholder of the field that finds a student, with the field's key.
func (v *RollView) findText() string {
	if v.Person == nil || !v.Person.SingleKeys {
		return v.Words.Text("roll.find")
	}
	return v.Words.Text("roll.find") + "  /"
}

// rest returns the words of the button that also marks the students without a mark; it is empty if all have
// one.
func (v *RollView) rest() string {
	unmarked, marked := 0, 0
	for i := range v.Rows {
		switch cell := &v.Rows[i].Cell; {
		case cell.Outcome != roll.None:
			marked++
		case !cell.Later:
			unmarked++
		}
	}
	switch {
	case v.Bar.OthersStatus == nil || unmarked == 0:
		return ""
	case marked > 0:
		return v.Words.Text("roll.save_unmarked", "Status", v.Bar.OthersStatus.Name)
	}
	return v.Words.Text("roll.save_rest", "Status", v.Bar.OthersStatus.Name)
}

// today returns the address of the class's roll of today.
func (v *RollView) today() string {
	return v.Paths.To(paths.Roll, v.School.ID, paths.RollQuery{Period: string(v.Period.ID), Class: string(v.Class.ID)})
}

func (v *RollView) sheet() *part.Sheet {
	return Sheet(&v.Page, part.SheetOptions{ReadOnly: v.ReadOnly, Brief: !v.ReadOnly})
}

func (a *SaveAnswer) sheet() *part.Sheet {
	return Sheet(&a.Page, part.SheetOptions{Brief: true, Alone: true})
}

// decide returns the function for the address that takes the decision about a row in conflict.
func (v *RollView) decide() func(roll.Token) string { return decide(&v.Page) }

// decide returns nil on a shared tablet, because its next reader is another person.
func decide(p *layout.Page) func(roll.Token) string {
	if p.Door {
		return nil
	}
	return func(save roll.Token) string { return p.Paths.To(paths.SaveDecisions, p.School.ID, save) }
}

// Sheet returns the sheet for the rows of a page.
func Sheet(p *layout.Page, options part.SheetOptions) *part.Sheet {
	if p.Light != nil {
		options.Held = p.Light.Held
	}
	return part.NewSheet(p.Words, decide(p), options)
}

// settings returns the attributes with the script's data about the person and the roll.
func (v *RollView) settings() templ.Attributes {
	attributes := templ.Attributes{
		"data-draft": strings.Join([]string{v.Owner, string(v.Date), string(v.School.ID),
			strconv.FormatInt(v.School.Generation, 10), string(v.Period.ID), string(v.Class.ID)}, "|"),
	}
	if v.Person != nil {
		attributes["data-single-keys"] = v.Person.SingleKeys
	}
	return attributes
}

// texts returns the attributes with the words that the script fills in at {n}, {status} and {rest}.
func (v *RollView) texts() templ.Attributes {
	w := v.Words
	return templ.Attributes{
		"data-save":        w.Text("roll.save"),
		"data-save-some":   w.Text("roll.save_some"),
		"data-save-as":     v.press("roll.save_as"),
		"data-save-both":   v.press("roll.save_both"),
		"data-save-others": v.press("roll.save_others"),
		"data-save-nobody": v.press("roll.save_nobody"),
		"data-saving":      w.Text("roll.saving"),
		"data-ticked":      w.Text("roll.ticked"),
		"data-nobody":      w.Text("roll.tick_first"),
		"data-no-status":   w.Text("roll.choose_status"),
		"data-no-reason":   w.Text("roll.problem.reason_missing"),
		"data-not-kept":    w.Text("roll.problem.not_kept"),
		"data-offline":     w.Text("roll.offline"),
		"data-other":       w.Text("roll.problem.other_person"),
		"data-other-list":  w.Text("roll.problem.other_list"),
	}
}

// press returns the words of a button that saves, with the day if that is not today.
func (v *RollView) press(key language.Key) string {
	if !v.past() {
		return v.Words.Text(key)
	}
	return v.Words.Text("roll.press_on", "Press", v.Words.Text(key), "Date", v.shortDate())
}

// live returns the attributes with the addresses for updates of marks on their way.
func (v *RollView) live() templ.Attributes {
	query := paths.RollQuery{Period: string(v.Period.ID), Class: string(v.Class.ID), Date: string(v.Date),
		Generation: v.School.Generation}
	if v.Bar.Signing != nil {
		query.Opening = v.Bar.Signing.Opening
	}
	return Live(&v.Page, query, v.State)
}

// Live returns the attributes with the addresses for updates of a roll's marks since the state, which may be
// empty. An invented page has none.
func Live(p *layout.Page, query paths.RollQuery, state string) templ.Attributes {
	if p.Invented {
		return nil
	}
	statuses := p.Paths.To(paths.RollStatuses, p.School.ID, query)
	query.State = state
	return templ.Attributes{
		"data-events": p.Paths.To(paths.RollEvents, p.School.ID, query), "data-statuses": statuses,
	}
}
