package admin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/store/lists"
)

func listTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a list whose columns nobody knows is matched by hand": listMatchedByHand,
		"a list is brought without scripts":                    listWithoutScript,
		"a group is made and its roll taken":                   groupAndItsRoll,
		"statuses are typed in and a roll is taken with them":  statusesByHand,
	}
}

// written writes a file with the content.
func written(t *testing.T, name, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	apptest.Must(t, os.WriteFile(file, []byte(content), 0o600))
	return file
}

const unknownColumns = "Ref\tWer\tGruppe\n7001\tLund, Kim\t8B\n7002\tByron, Ada\t8B\n"

func listMatchedByHand(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.OfficeWorker)
	bringByHand(t, u)
	u.Fits("students-missing")
	u.Sets("enrolment", "1")
	u.Sets("name", "2")
	u.Sets("class", "3")
	u.Click("form[action$='/file'][method=get] button")
	u.Wait(`document.querySelector("form[action$='/file'][method=post]")`)
	u.WantSays("2 students in 1 class", "Ada Byron", "Without a number of their own: 2.")
	u.Fits("students-preview")
	u.Click("form[action$='/file'][method=post] .primary")
	u.At(apptest.StudentsPath)
	u.Fits("students")
	u.Go(p.Address + apptest.EightB)
	u.Wait(`document.querySelectorAll("[data-enrolment]").length === 2`)
}

// bringByHand uploads a file with unknown columns, and goes to its preview.
func bringByHand(t *testing.T, u *apptest.User) {
	t.Helper()
	u.Go(u.Program.Address + apptest.StudentsPath)
	choose(u, written(t, "list.tsv", unknownColumns))
	u.Click("form[enctype] .primary")
	u.At(apptest.FilePath)
}

func listWithoutScript(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.OfficeWorker)
	u.WithoutScript()
	u.Go(p.Address + apptest.StudentsPath)
	choose(u, written(t, "list.csv", apptest.ThreeStudents))
	u.Click("form[enctype] .primary")
	u.At(apptest.FilePath)
	u.Click("form[action$='/file'][method=post] .primary")
	u.At(apptest.StudentsPath)
	u.Wait(`document.querySelector("[role=status]").innerText.includes("Saved: 3 for ")`)
}

func groupAndItsRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	u.Click("main a[href$='/groups']")
	u.At(apptest.OwnGroups)
	u.Fits("groups")
	u.Click("form.fields [name=name]")
	u.Type("Choir")
	u.Click("form.fields .primary")
	u.Wait(`document.querySelector("select[name=class]")`)
	u.Sets("class", "8B")
	u.Click("form[action$='/search'] button")
	u.Wait(`document.querySelectorAll(".picks input[type=checkbox]").length > 20`)
	u.Fits("group")
	for _, n := range []int{2, 4, 5} {
		u.Click(fmt.Sprintf(".picks li:nth-child(%d) label", n))
	}
	u.Click("form.card[method=post] .primary")
	u.Wait(`document.querySelector("[role=status]")`)
	u.Click("a.button[href*='/roll']")
	u.Wait(`document.querySelectorAll("[data-enrolment]").length === 3`)
	u.Tap(u.Row(2))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 1`)
	u.Go(p.Address + "/schools/harbour")
	u.Wait(`[...document.querySelectorAll("a.tile, .lead")].some(tile => tile.innerText.includes("Choir") && tile.innerText.includes("1 of 3 marked"))`)
}

func statusesByHand(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.PutStatuses(t.Context(), apptest.Harbour, lists.FromFile, nil))
	u := p.UserOf(t, browser, apptest.OfficeWorker)
	u.Go(p.Address + apptest.EightB)
	u.Wait(`document.querySelector(".notice a")`)
	u.Fits("roll-without-statuses")
	u.Click(".notice a")
	u.At(apptest.StatusesPath)
	u.Click("li:nth-child(1) [name=id]")
	u.Type("2")
	u.Click("li:nth-child(1) [name=name]")
	u.Type("Absent")
	u.Click("form.card .primary")
	u.Wait(`document.querySelector("[role=status]")`)
	u.Fits("statuses")
	u.Go(p.Address + apptest.EightB)
	u.Wait(`document.querySelectorAll(".statuses .choice").length === 1`)
}

// choose sets the file of the page's file field.
func choose(u *apptest.User, file string) {
	u.T.Helper()
	browsertest.Run(u.Tab, chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
}
