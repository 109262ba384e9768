package ticks_test

import (
	"fmt"
	"maps"
	"slices"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// whileLoading presses as soon as there are rows.
func (h *hand) whileLoading() {
	h.T.Helper()
	h.Text(`window.old = true, location.reload()`)
	h.Wait(`!window.old && document.querySelectorAll(".rows > li").length === 28 && document.querySelector("#press")`)
	h.pressTimes(4)
}

// inTwoSchools goes from one school to another with the same ids and back, while the list of the first loses
// two rows.
func (h *hand) inTwoSchools() {
	h.T.Helper()
	h.pressTimes(4)
	first := h.ticked
	tardy := h.tardy
	h.enter(secondSchool)
	h.wantTicked(0)
	h.pressTimes(2)
	second := h.ticked
	period, students := h.students()
	defer h.listed(period, students)
	gone := []string{h.firstRow()}
	if ids := slices.Sorted(maps.Keys(first)); len(ids) > 0 {
		gone = append(gone, ids[0])
	}
	h.listed(period, slices.DeleteFunc(slices.Clone(students), func(student roll.Enrolment) bool { return slices.Contains(gone, student.ID.String()) }))
	h.enter(apptest.Harbour)
	maps.DeleteFunc(first, func(id string, _ bool) bool { return slices.Contains(gone, id) })
	h.ticked = first
	h.tardy = h.tardy || tardy
	if h.tardy {
		return
	}
	h.wantTicked(1)
	h.wantSent(1)
	h.enter(secondSchool)
	h.ticked = second
}

// firstRow returns the enrolment of the first row.
func (h *hand) firstRow() string {
	h.T.Helper()
	return h.Text(`document.querySelector("[data-enrolment]").dataset.enrolment`)
}

// afterGoingBack leaves the page, which loses a row meanwhile, and goes back to it.
func (h *hand) afterGoingBack() {
	h.T.Helper()
	h.pressTimes(4)
	period, students := h.students()
	defer h.listed(period, students)
	ids := slices.Sorted(maps.Keys(h.ticked))
	gone := h.firstRow()
	if h.chance.IntN(2) == 0 && len(ids) > 0 {
		gone = ids[0]
	}
	h.listed(period, slices.DeleteFunc(slices.Clone(students), func(student roll.Enrolment) bool { return student.ID.String() == gone }))
	delete(h.ticked, gone)
	h.Go(h.Program.Address + "/schools/harbour")
	h.Back()
	h.Wait(`document.querySelectorAll(".rows > li").length === 27 && document.readyState === "complete"`)
	if !h.tardy {
		h.wantTicked(0)
	}
}

// whileSaving saves, and presses others before the answer comes.
func (h *hand) whileSaving() {
	h.T.Helper()
	h.slowly(100 + h.chance.Int64N(400))
	h.beginSave()
	h.pressTimes(4)
	h.Wait(quiet)
}

// beginSave presses two rows and saves them; its answer unticks them.
func (h *hand) beginSave() {
	h.T.Helper()
	// Two presses may be on the same row.
	for h.pressTimes(2); len(h.ticked) == 0; {
		h.pressTimes(2)
	}
	h.save()
	h.saving, h.ticked = h.ticked, map[string]bool{}
}

// whileSettling presses while marks on their way arrive, and their words in the rows disappear.
func (h *hand) whileSettling() {
	h.T.Helper()
	h.slowly(2500)
	h.beginSave()
	// On a busy machine the marks may arrive with the answer to the press.
	h.Wait(`!document.querySelector(".htmx-request") && document.querySelector("[data-outcome=waiting], [data-outcome=saved]")`)
	h.pressTimes(6)
	h.Wait(quiet)
}

// whileFontsChange presses while the page's font changes.
func (h *hand) whileFontsChange() {
	h.T.Helper()
	const size = `document.documentElement.style.font`
	h.Text(fmt.Sprintf(`setTimeout(() => { %s = "130%%/1.5 monospace"; }, %d)`, size, 350+h.chance.IntN(400)))
	h.pressTimes(4)
	h.Text(size + ` = ""`)
}
