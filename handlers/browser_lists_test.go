package handlers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/web/store"
)

func listTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"a list whose columns nobody knows is matched by hand": listMatchedByHand,
		"a list is brought without scripts":                    listWithoutScript,
		"a group is made and its roll taken":                   groupAndItsRoll,
		"statuses are typed in and a roll is taken with them":  statusesByHand,
	}
}

// written is a file of the content on this machine.
func written(t *testing.T, name, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(file, []byte(content), 0o600))
	return file
}

// at tells a page by its path and main heading.
func (u *user) at(path string) {
	u.t.Helper()
	u.Wait(fmt.Sprintf(`location.pathname === %q && document.readyState === "complete"`, path))
}

// choose takes an option of a select.
func (u *user) choose(name, value string) {
	u.t.Helper()
	u.Text(fmt.Sprintf(`document.querySelector("select[name=%s]").value = %q`, name, value))
}

// fits checks that nothing scrolls sideways on the narrowest window, and that the page is
// accessible there.
func (u *user) fits(name string) {
	u.t.Helper()
	u.Size(320, 640)
	if over := u.Number("document.documentElement.scrollWidth"); over > 320 {
		u.t.Errorf("%s is %v wide", name, over)
	}
	u.wantAccessible(name)
	u.Size(1280, 720)
}

const unknownColumns = "Ref\tWer\tGruppe\n7001\tLund, Kim\t8B\n7002\tByron, Ada\t8B\n"

func listMatchedByHand(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, officeWorker)
	u.bringByHand(t)
	u.fits("students-missing")
	u.choose("enrolment", "1")
	u.choose("name", "2")
	u.choose("class", "3")
	u.Click("form[action$='/file'][method=get] button")
	u.Wait(`document.querySelector("form[action$='/file'][method=post]")`)
	if said := u.Text("document.querySelector('main').innerText"); !strings.Contains(said, "2 students in 1 class") || !strings.Contains(said, "Ada Byron") || !strings.Contains(said, "2 students have no number") {
		t.Errorf("the preview says %s", said)
	}
	u.fits("students-preview")
	u.Click("form[action$='/file'][method=post] .primary")
	u.at(studentsPath)
	u.fits("students")
	u.Go(p.address + eightB)
	u.Wait(`document.querySelectorAll("[data-enrolment]").length === 2`)
}

// bringByHand chooses a file whose columns nobody knows, and comes to its preview.
func (u *user) bringByHand(t *testing.T) {
	t.Helper()
	u.Go(u.program.address + studentsPath)
	u.Choose("input[type=file]", written(t, "list.tsv", unknownColumns))
	u.Click("form[enctype] .primary")
	u.at(filePath)
}

func listWithoutScript(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, officeWorker)
	u.WithoutScript()
	u.Go(p.address + studentsPath)
	u.Choose("input[type=file]", written(t, "list.csv", threeStudents))
	u.Click("form[enctype] .primary")
	u.at(filePath)
	u.Click("form[action$='/file'][method=post] .primary")
	u.at(studentsPath)
	if said := u.Text("document.querySelector('[role=status]').innerText"); !strings.Contains(said, "3 students") {
		t.Errorf("it says %s", said)
	}
}

func groupAndItsRoll(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.Click("main a[href$='/groups']")
	u.at(ownGroups)
	u.fits("groups")
	u.Click("form.fields [name=name]")
	u.Type("Choir")
	u.Click("form.fields .primary")
	u.Wait(`document.querySelector("select[name=class]")`)
	u.choose("class", "8B")
	u.Click("form.card[method=get] button")
	u.Wait(`document.querySelectorAll(".picks input[type=checkbox]").length > 20`)
	u.fits("group")
	for _, n := range []int{2, 4, 5} {
		u.Click(fmt.Sprintf(".picks li:nth-child(%d) label", n))
	}
	u.Click("form.card[method=post] .primary")
	u.Wait(`document.querySelector("[role=status]")`)
	u.Click("a.button[href*='/roll']")
	u.Wait(`document.querySelectorAll("[data-enrolment]").length === 3`)
	u.tap(u.row(2))
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 1`)
	u.Go(p.address + "/schools/harbour")
	u.Wait(`[...document.querySelectorAll("a.tile")].some(tile => tile.innerText.includes("Choir") && tile.innerText.includes("1 of 3 recorded"))`)
}

func statusesByHand(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	must(t, p.app.Store.PutStatuses(t.Context(), harbour, store.FromFile, nil))
	u := p.userOf(t, browser, officeWorker)
	u.Go(p.address + eightB)
	u.Wait(`document.querySelector(".notice a")`)
	u.fits("roll-without-statuses")
	u.Click(".notice a")
	u.at(statusesPath)
	u.Click("li:nth-child(1) [name=id]")
	u.Type("2")
	u.Click("li:nth-child(1) [name=name]")
	u.Type("Absent")
	u.Click("form.card .primary")
	u.Wait(`document.querySelector("[role=status]")`)
	u.fits("statuses")
	u.Go(p.address + eightB)
	u.Wait(`document.querySelectorAll(".statuses .choice").length === 1`)
}
