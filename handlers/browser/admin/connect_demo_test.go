package admin_test

import (
	"bufio"
	"context"
	"net/http"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// demonstrates starts the demonstration as a process, and returns its address.
func demonstrates(t *testing.T) string {
	t.Helper()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	ctx, end := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, binary, "demo", "--listen", "127.0.0.1:0")
	said, err := command.StdoutPipe()
	apptest.Must(t, err)
	apptest.Must(t, command.Start())
	t.Cleanup(func() {
		end()
		_ = command.Wait()
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	apptest.Must(t, err)
	return regexp.MustCompile(`http://[0-9.:]+[0-9]`).FindString(line)
}

// helpOf reads the page of a link, for copying from it.
func helpOf(t *testing.T, address string) *goquery.Document {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	apptest.Must(t, err)
	got, err := http.DefaultClient.Do(r)
	apptest.Must(t, err)
	defer func() { _ = got.Body.Close() }()
	page, err := goquery.NewDocumentFromReader(got.Body)
	apptest.Must(t, err)
	return page
}

// connectsTheDemonstration goes from "Connect a school" to its first saved roll. It reaches fields of a form
// with the Tab key.
func connectsTheDemonstration(t *testing.T, browser *browsertest.Browser) {
	const most = 15
	u := &apptest.User{Tab: browser.Person(t), T: t}
	u.Size(1280, 900)
	u.Go(demonstrates(t) + "/")
	began := time.Now()
	taps(u, "#connect")
	u.Wait(`document.activeElement?.name === "address"`)
	u.Taps++ // "Open its help"
	help := helpOf(t, u.Text(`document.querySelector("#sample a[target=_blank]").href`))
	for _, value := range help.Find("dl code").EachIter() {
		u.Type(value.Text())
		u.Type(kb.Tab)
	}
	taps(u, ".credentials .primary")
	for at, list := range []struct{ call, shown string }{{"students", "#pupils"}, {"statuses", "#codes"}} {
		u.Wait(`document.activeElement?.matches("#call-` + list.call + ` [name=path]")`)
		u.Type(help.Find(list.shown).Text())
		taps(u, "#call-"+list.call+" [value=try]")
		u.Wait(`document.querySelector("#call-` + list.call + `[data-state=works]")`)
		if at == 0 {
			tells(u, help.Find("#enrolled").Text())
		}
	}
	taps(u, "#people .notice button")
	u.Wait(`document.querySelector("#people") && !document.querySelector("#people .notice")`)
	taps(u, "#use .primary")
	u.Wait(`document.querySelector("#prove[data-step=open] [name=student]")`)
	picks(u, "#prove [name=student]", u.Text(`document.querySelector("#prove [name=student]").options[3].text`))
	picks(u, "#prove [name=status]", "Absent")
	taps(u, "#prove form.fields button")
	taps(u, "#send-try button")
	taps(u, "#prove-marks [value=right]")
	taps(u, "#prove form[action$='/on'] .primary")
	taps(u, "#prove[data-step=done] a.button")
	u.Ready("#roll")
	taps(u, ".bar .primary")
	u.Wait(`document.querySelectorAll("[data-outcome=saved]").length === document.querySelectorAll("[data-enrolment]").length`)
	u.Picture("demo-connected")
	t.Logf("%d clicks in %s", u.Taps, time.Since(began).Round(time.Second))
	if u.Taps > most {
		t.Errorf("it took %d clicks", u.Taps)
	}
	u.Wait(`["Absent", "Present"].every((status) => document.querySelector("[data-status='" + status + "']"))`)
}
