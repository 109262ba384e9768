package examples

import (
	"time"

	"rollbook/views/settings"
	"rollbook/web/roll"
)

// addSchoolEnd adds the page for renaming and removing a school, before and after the marks were downloaded,
// and the page after the removal.
func addSchoolEnd(b Base, all map[string]Example) {
	now := at(20, 8, 31)
	begun := &settings.SchoolView{Page: inSettings(As(b, roll.Admin)), Name: "Oak School", End: roll.SchoolEnd{
		People: 41, Leaving: 39, Students: 612, Saves: 4100, Marks: 98765, UnderWay: 3, Stopped: 1, Changed: now,
	}}
	ready := &settings.SchoolView{Page: inSettings(As(b, roll.Admin)), Name: "Oak School", Renamed: true, End: roll.SchoolEnd{
		People: 1, Students: 1, Marks: 1, Exported: now, Changed: now,
	}}
	wrong := &settings.SchoolView{Page: inSettings(As(b, roll.Admin)), End: roll.SchoolEnd{
		People: 2, Leaving: 2, Exported: now, Changed: now.Add(time.Minute),
	}}
	wrong.NameProblem, wrong.Problem = wrong.Words.Text("ending.problem.name"), wrong.Words.Text("ending.problem.typed")
	add(all, settings.School, map[string]*settings.SchoolView{"school": begun, "school-ready": ready, "school-problem": wrong})
	gone := &settings.SchoolGoneView{Page: Stranger(b), Name: "Oak School"}
	all["school-gone"] = example(settings.SchoolGone, gone)
	all["school-gone-stays"] = example(settings.SchoolGone, &settings.SchoolGoneView{Page: Stranger(b), Name: "Oak School", Stays: true})
}
