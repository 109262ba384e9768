package door_test

import (
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// older removes what older tablets lack: grouping, dates in the form YYYY-MM-DD in any language, and popovers.
const older = `delete Object.groupBy; delete HTMLElement.prototype.popover; delete HTMLElement.prototype.showPopover;
	const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
	Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { get() {
		const format = get.call(this);
		return (at) => format(at).replace(/^(\d{4})-(\d+)-(\d+)$/, "$2/$3/$1");
	} });`

// withScript opens a tablet whose page runs the script first.
func withScript(t *testing.T, p *apptest.Program, browser *browsertest.Browser, script string) *apptest.User {
	t.Helper()
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Before(script)
	tablet.Go(p.Address + "/door")
	wantTiles(tablet, "button", 28)
	return tablet
}

func olderTabletsSend(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := withScript(t, p, browser, older)
	tap(tablet, 0, 3)
	apptest.Eventually(t, "the taps are saved", func() bool { return apptest.Outcomes(t, p.App.Store)[roll.Saved] == 3 })
	tablet.Want("its notice", `document.querySelector("#tablet-fault").hidden`, "true")
}

// faultsAreSaid breaks the tablet's scripts, and spoils what they send.
func faultsAreSaid(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	for name, one := range map[string]struct{ script, tablet, board string }{
		"an error of its own": {`Math.floor = undefined`, "does not work as it should", "does not work"},
		"dates that cannot be read": {`Intl.DateTimeFormat.prototype.formatToParts = () => ["year", "month", "day"].map((type) => ({ type, value: "x" }))`,
			"cannot read what this tablet sends", "sends what Rollbook cannot read"},
	} {
		tablet := withScript(t, p, browser, one.script)
		tap(tablet, 0, 1)
		tablet.Wait(`document.querySelector("#tablet-fault").innerText.includes("` + one.tablet + `")`)
		apptest.Eventually(t, name+" is on the board", func() bool {
			return strings.Contains(office.Get(apptest.DayPath).Text("#day-tablets"), one.board)
		})
	}
}
