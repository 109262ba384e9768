package browser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// paperTests print the office's sheets.
func paperTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"what is printed keeps its rows":            printedRows,
		"on a printed roll no name runs over a row": printedRoll,
	}
}

// printedRows prints each sheet of the office: it has the expected number of pages, and no row is wider than
// the paper, cut in two or missing.
func printedRows(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	for _, sheet := range []struct {
		name, address, rows string
		count, least, most  int
	}{
		// A class of 28 fits on one sheet, and each class starts a new one.
		{"day", apptest.ExportsPath + "/print?" + apptest.Of8B, ".lines tbody tr", 28, 1, 2},
		{"whole-day", apptest.ExportsPath + "/print?date=" + apptest.Today, ".leaf", 12, 12, 24},
		{"summary", apptest.ExportsPath + "/summary", ".sums tbody tr", 0, 1, 2},
		{"paper", apptest.ExportsPath + "/paper?" + apptest.Of8B, ".lines tbody tr", 28, 1, 2},
		{"evacuation", apptest.EvacuationPath, ".heads li", 0, 1, 20},
		{"board", apptest.DayPath, ".board > li", 12, 1, 2},
	} {
		u.Go(p.Address + sheet.address)
		u.Ready(sheet.rows)
		rows := fmt.Sprintf(`[...document.querySelectorAll(%q)]`, sheet.rows)
		all := u.Number(rows + ".length")
		if sheet.count != 0 && int(all) != sheet.count || all == 0 {
			t.Errorf("%s has %v rows", sheet.name, all)
		}
		if pages := printed(u, filepath.Join(t.TempDir(), sheet.name+".pdf")); pages < sheet.least || pages > sheet.most {
			t.Errorf("%s goes on %d pages", sheet.name, pages)
		}
		onPaper(u, true)
		if shown := u.Number(rows + ".filter(e => e.checkVisibility() && e.getBoundingClientRect().height > 0).length"); shown != all {
			t.Errorf("of %v rows of %s %v are printed", all, sheet.name, shown)
		}
		if wide := u.Number(rows + ".filter(e => e.getBoundingClientRect().right > innerWidth + 1).length"); wide > 0 {
			t.Errorf("%v rows of %s are wider than the paper", wide, sheet.name)
		}
		if sheet.name != "whole-day" {
			if cut := u.Number(rows + `.filter(e => getComputedStyle(e).breakInside !== "avoid" || e.getBoundingClientRect().height > innerHeight / 2).length`); cut > 0 {
				t.Errorf("%v rows of %s may be cut", cut, sheet.name)
			}
		}
		if u.True(`[...document.querySelectorAll("header.top > :not(.brand)")].some((e) => e.checkVisibility())`) {
			t.Errorf("%s is printed with the navigation", sheet.name)
		}
		u.Picture("printed-" + sheet.name)
		onPaper(u, false)
	}
}

// printedRoll prints a roll with long names on upright A4.
func printedRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Size(703, 1000)
	for _, class := range []string{"8B", "9A"} {
		u.Go(p.Address + strings.Replace(apptest.EightB, "8B", class, 1))
		u.Ready(".rows > li")
		onPaper(u, true)
		if over := u.Text(`[...document.querySelectorAll(".rows > li")].filter(row => [...row.querySelectorAll("bdi, .cell")].some(
			e => e.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom)).map(row => row.innerText)`); over != "" {
			t.Errorf("in class %s these run over their rows: %s", class, over)
		}
		if head := u.Text(`[...document.querySelector(".head").children].filter(e => e.checkVisibility()).map(e => e.innerText).join(", ").replace(/\s+/g, " ")`); !strings.HasPrefix(head, class+", Thu 19 Nov · ") || strings.Count(head, ",") != 1 {
			t.Errorf("the head of the sheet of class %s says %q", class, head)
		}
		u.Picture("printed-roll-" + class)
		onPaper(u, false)
	}
}

// printed prints the page on A4 to a PDF file, and returns the number of sheets.
func printed(u *apptest.User, file string) (sheets int) {
	u.T.Helper()
	pdf := browsertest.Run(u.Tab, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4)))
	apptest.Must(u.T, os.WriteFile(file, pdf, 0o600))
	return len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1))
}

// onPaper turns the page's print style on or off. A sheet of A4 with margins of 1 cm has 718 by 1046 CSS pixels.
func onPaper(u *apptest.User, isOn bool) {
	u.T.Helper()
	media := ""
	if isOn {
		media = "print"
		u.Size(718, 1046)
	}
	browsertest.Run(u.Tab, browsertest.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media}))
}
