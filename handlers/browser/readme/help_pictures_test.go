package readme_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/taking"
)

// helpSum is the file with the checksum of the pages in the help's pictures, which lie in helpFolder.
const (
	helpSum    = "help.sum"
	helpFolder = "static/help"
	helpMost   = 30_000 // bytes of a picture
)

// helpPages are the pages in the help's pictures in a language, by topic.
func helpPages(t *testing.T, tag string) map[string]examples.Example {
	t.Helper()
	base := pagetest.BaseIn(t, tag)
	all, rolls := examples.Examples(base), taking.RollExamples(base)
	ofRoll := func(state string) examples.Example {
		return examples.Example{Page: &rolls[state].Page, Body: taking.Roll(rolls[state])}
	}
	return map[string]examples.Example{"roll": ofRoll("ticked"), "marks": ofRoll("outcomes"), "office": all["day"], "tablets": all["taps"]}
}

// helpLanguages are the languages of the pictures. British and American English share one.
func helpLanguages() []string { return []string{"en", "fr", "ar"} }

// sumOfHelp is the checksum of the words and elements in the help's pictures.
func sumOfHelp(t *testing.T) string {
	t.Helper()
	sum := sha256.New()
	for _, tag := range helpLanguages() {
		pages := helpPages(t, tag)
		for _, topic := range []string{"roll", "marks", "office", "tablets"} {
			markup, err := pagetest.Render(t, pages[topic].Body).Find("main").Html()
			apptest.Must(t, err)
			fmt.Fprintln(sum, withoutValues(markup))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// takeHelp takes the help's pictures: each page in each language, light and dark.
func takeHelp(t *testing.T, tab *browsertest.Tab) {
	t.Helper()
	tab.Size(800, 500)
	for _, tag := range helpLanguages() {
		mux := http.NewServeMux()
		mux.Handle("GET /static/", pagetest.BaseIn(t, tag).Assets)
		pages := helpPages(t, tag)
		mux.HandleFunc("GET /{topic}", func(w http.ResponseWriter, r *http.Request) {
			shown, known := pages[r.PathValue("topic")]
			if !known { // the browser looks for an icon
				http.NotFound(w, r)
				return
			}
			shown.Page.Theme = r.FormValue("theme")
			if err := shown.Body.Render(r.Context(), w); err != nil {
				t.Error(err)
			}
		})
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		for topic := range pages {
			for _, theme := range []string{"light", "dark"} {
				tab.Go(server.URL + "/" + topic + "?theme=" + theme)
				tab.Wait(`document.readyState === "complete" && document.fonts.status === "loaded"`)
				// The picture shows the rows. Notices for the office stand above them, so they are scrolled away.
				tab.Text(`document.querySelector("#summary")?.replaceChildren(), document.querySelector("#summary")?.classList.remove("report"), document.activeElement.blur(), scrollTo(0, 0)`)
				picture := browsertest.Run(tab, browsertest.Command(page.CaptureScreenshot, page.CaptureScreenshotParams{Format: "webp", Quality: new(int64(40))}))
				file := filepath.Join(root, helpFolder, topic+"-"+tag+"-"+theme+".webp")
				apptest.Must(t, os.WriteFile(file, picture.Data, 0o600))
			}
		}
	}
}

func TestTheHelpsPicturesAreFewAndSmall(t *testing.T) {
	t.Parallel()
	var want []string
	for _, tag := range helpLanguages() {
		for topic := range helpPages(t, tag) {
			for _, theme := range []string{"light", "dark"} {
				want = append(want, topic+"-"+tag+"-"+theme+".webp")
			}
		}
	}
	for _, name := range want {
		if size := len(content(t, filepath.Join(helpFolder, name))); size > helpMost || !strings.Contains(content(t, filepath.Join(helpFolder, name))[:16], "WEBP") {
			t.Errorf("%s has %d bytes", name, size)
		}
	}
	files, err := os.ReadDir(filepath.Join(root, helpFolder))
	if apptest.Must(t, err); len(files) != len(want) {
		t.Errorf("%d pictures, want %d", len(files), len(want))
	}
}
