package door_test

import (
	"fmt"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
)

// ticksAbsent ticks the student at the place as absent.
func ticksAbsent(u *apptest.User, place int) {
	u.T.Helper()
	u.Click(u.Row(place))
	u.Click(u.Status("Absent"))
}

// forgetsPIN makes the roll ask for a PIN again, as after it was open for too long.
func forgetsPIN(u *apptest.User) {
	u.T.Helper()
	u.Text(`document.querySelector("[name=opening]").value = "over"`)
	u.Click(apptest.SaveTicked)
	u.Wait(`document.querySelector("#signing-problem")?.innerText.startsWith("This screen was open for too long.") && document.querySelector("#pin")`)
}

// signs types the teacher's name and the PIN, and presses Save.
func signs(u *apptest.User, pin string) {
	u.T.Helper()
	givesPIN(u, pin)
	u.Click(apptest.SaveTicked)
}

// givesPIN types the teacher's name and the PIN.
func givesPIN(u *apptest.User, pin string) {
	u.T.Helper()
	u.Text(fmt.Sprintf(`document.querySelector("[name=staff]").value = %q`, apptest.NameOf(apptest.Teacher)))
	u.Text(`document.querySelector("#pin").focus()`)
	u.Type(pin)
}

// opensRoll enters the teacher's name and PIN with a keyboard: a notice about an earlier roll may appear above
// them at any time, and a click would miss.
func opensRoll(u *apptest.User) {
	u.T.Helper()
	u.Ready("#staff")
	u.Text(`document.querySelector("[name=staff]").focus()`)
	u.Type(apptest.NameOf(apptest.Teacher))
	u.Text(`document.querySelector("#pin").focus()`)
	u.Type(apptest.TeacherPIN)
	u.Press(kb.Enter)
	u.Ready("#roll")
}
