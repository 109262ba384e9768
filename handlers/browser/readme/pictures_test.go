package readme_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// folder contains README's pictures, and the file made with the checksum of the roll in them.
const (
	folder = ".readme"
	made   = "pictures.sum"
)

// looks are the looks of README's pictures of the roll, by file name.
func looks() map[string]browsertest.Look {
	return map[string]browsertest.Look{
		"roll-1280-light": {Theme: "light", Width: 1280, Height: 720},
		"roll-768-dark":   {Theme: "dark", Width: 768, Height: 1024},
		"roll-360":        {Theme: "light", Width: 360, Height: 740},
	}
}

// sumOfRoll is the checksum of everything that determines the pictures: the markup of the roll without the
// parts that change daily, the style sheets that lay it out, and the script that names the button. Fonts are
// not included.
func sumOfRoll(t *testing.T) string {
	t.Helper()
	p := apptest.Boot(t)
	roll := p.As(t, apptest.Teacher).Get(apptest.EightB).Page.Find(".top, #roll")
	roll.Find("[name=save], [name=others_save], [name=guard], .strip").Remove()
	markup := ""
	for _, part := range roll.EachIter() {
		text, err := part.Html()
		apptest.Must(t, err)
		markup += text
	}
	sum := sha256.New()
	fmt.Fprintln(sum, withoutValues(markup))
	for _, path := range []string{"css/tokens.css", "css/base.css", "css/shell.css", "css/controls.css", "css/marks.css", "css/roll.css", "css/bar.css", "js/roll.js"} {
		fmt.Fprintln(sum, content(t, filepath.Join("static", path)))
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// withoutValues returns the markup without spaces, attributes' values and numbers.
func withoutValues(markup string) string {
	return regexp.MustCompile(`\s+|"[^"]*"|[0-9]+`).ReplaceAllString(markup, " ")
}

// TestThePicturesAreOfThisProgram fails if a page has changed since README's or the help's pictures of it were taken.
// With the environment variable README set to pictures it takes new ones, README's of the running demonstration.
func TestThePicturesAreOfThisProgram(t *testing.T) {
	t.Parallel()
	sums := map[string]string{made: sumOfRoll(t), helpSum: sumOfHelp(t)}
	if os.Getenv("README") == "pictures" {
		takePictures(t)
		for file, now := range sums {
			apptest.Must(t, os.WriteFile(filepath.Join(root, folder, file), []byte(now+"\n"), 0o600))
		}
	}
	for file, now := range sums {
		if then := strings.TrimSpace(content(t, filepath.Join(folder, file))); then != now {
			t.Errorf("%s: the pictures are of pages %s, and these are %s now. Take them anew: README=pictures go test ./handlers/browser/readme -run TestThePicturesAreOfThisProgram", file, then, now)
		}
	}
	for name := range looks() {
		if !strings.Contains(content(t, "README.md"), name+".png") {
			t.Errorf("README does not show %s", name)
		}
	}
}

// takePictures opens the demonstration as README describes, and shows three absent students before they are
// saved.
func takePictures(t *testing.T) {
	t.Helper()
	browser, ok := browsertest.Open(t)
	if !ok {
		t.Fatal("pictures need a browser")
	}
	takeHelp(t, browser.Tab(t))
	b := newBench(t)
	u := &apptest.User{Tab: browser.Person(t), T: t}
	u.Size(1280, 720)
	u.Go(b.starts(t, root, "go run . demo", address()))
	asTeacher(u)
	// The demonstration fills in the previous days while it runs.
	u.Text(`setInterval(() => fetch(location).then((r) => r.text()).then((text) => { window.filled = text.match(/class="strip/g)?.length > 27; }), 1000)`)
	u.Wait(`window.filled`)
	u.Go(u.Text(`location.href`))
	u.Ready("#roll")
	for _, place := range []int{3, 14, 20} {
		u.Click(u.Row(place))
	}
	u.Click(u.Status("Absent"))
	u.Text(`document.querySelector(".demo").style.display = "none"`)
	for name, look := range looks() {
		u.Size(look.Width, look.Height)
		u.Text(fmt.Sprintf("document.documentElement.dataset.theme = %q", look.Theme))
		u.Wait(apptest.Still)
		u.Tab.Picture(filepath.Join(root, folder, name+".png"))
	}
	u.Text(`document.documentElement.dataset.theme = "light"`)
	takeStory(t, u)
}

// address matches the address that the demonstration prints.
func address() *regexp.Regexp { return regexp.MustCompile(`http://[0-9.:]+[0-9]`) }

// asTeacher presses "A teacher" on the first page of the demonstration, and opens 8B.
func asTeacher(u *apptest.User) {
	u.T.Helper()
	u.Ready("button[name=person]")
	u.Text(`[...document.querySelectorAll("button[name=person]")].find((e) => e.textContent.includes("A teacher")).id = "teacher"`)
	u.Click("#teacher")
	u.Ready("#roll, a[href*='class=8B']")
	if !u.True(`document.querySelector("#roll")`) {
		u.Click("a[href*='class=8B']")
		u.Ready("#roll")
	}
}
