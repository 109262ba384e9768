package connecting

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web"
	"rollbook/web/setup"
)

// peopleView asks an admin about the people that were found; nil where none were, or where the school is
// read so already.
func peopleView(v *visit.Visit, draft setup.Draft) *connecting.PeopleView {
	students, statuses := draft.Trials[setup.Students], draft.Trials[setup.Statuses]
	if draft.InForce || students.People == nil || len(students.People.Students) == 0 {
		return nil
	}
	view := &connecting.PeopleView{
		Names: shownChoices(students.People.Names), Classes: shownChoices(students.People.Classes), Left: shownChoices(students.People.Leaving),
	}
	if asked := v.QueryParam("ask"); slices.Contains([]string{connecting.AskNames, connecting.AskClasses, connecting.AskLeft}, asked) {
		view.Ask = asked
	}
	var names, classes []string
	for _, student := range students.People.Students {
		view.Students = append(view.Students, connecting.CallRow{Text: student.Name, Note: student.Class})
		names, classes = append(names, student.Name), append(classes, student.Class)
	}
	view.Names, view.Classes = others(view.Names, names), others(view.Classes, classes)
	view.Doubts = append(doubtViews(setup.Students, students), doubtViews(setup.Statuses, statuses)...)
	return view
}

// others are the choices that would show something else than what is shown: after a "no" that is no help.
func others(choices []connecting.PeopleChoice, shown []string) []connecting.PeopleChoice {
	return slices.DeleteFunc(choices, func(choice connecting.PeopleChoice) bool { return slices.Equal(choice.Samples, shown) })
}

func shownChoices(choices []setup.PeopleChoice) []connecting.PeopleChoice {
	all := make([]connecting.PeopleChoice, len(choices))
	for i, choice := range choices {
		all[i] = connecting.PeopleChoice{ID: choice.ID, Samples: choice.Samples, Count: choice.Count, Everybody: choice.Fields == nil && choice.Count == 0}
	}
	return all
}

// doubtViews are the doubts about a list, each with what can be done about it at once.
func doubtViews(call setup.Call, trial setup.Trial) []connecting.DoubtView {
	var all []connecting.DoubtView
	for _, doubt := range trial.Doubts {
		all = append(all, connecting.DoubtView{Kind: string(doubt)})
	}
	if trial.People == nil {
		return all
	}
	for _, choice := range trial.People.Leaving {
		if choice.Said {
			all = append(all, connecting.DoubtView{Call: string(call), Names: strings.Join(choice.Samples, ", "), Count: choice.Count, Choice: choice.ID})
		}
	}
	return all
}

// letter says on the page what is missing, once something was tried.
func letter(view *connecting.ConnectView, draft setup.Draft, need setup.Need) {
	if need == setup.NoNeed || len(draft.Trials) == 0 || draft.InForce {
		return
	}
	view.Missing = string(need)
	view.LetterLines = strconv.Itoa(strings.Count(view.Letter(), "\n") + 2)
}

// decide takes an admin's word about the people that were found.
func (c *Connects) decide(v *visit.Visit, call setup.Call, form url.Values) error {
	choice, err := web.Single(form, "choice")
	if err != nil {
		return err
	}
	if _, err := c.Connecting.Decide(v.Ctx, v.School, call, choice); err != nil {
		return err
	}
	return visit.GoTo(v, c.Paths.ConnectionAsk(string(v.School.ID), ""))
}
