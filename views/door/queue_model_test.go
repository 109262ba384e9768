package door_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/static"
	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/layout"
	"rollbook/views/pagetest"
)

// walked is the result of walks: how many, their steps, and the fault in the last one.
type walked struct {
	Seed, Steps, Walks int
	// Ends counts taps by their result.
	Ends         map[string]int
	Wrong, Trace []string
}

// fromEnvironment returns the number in the variable, or usual.
func fromEnvironment(t *testing.T, variable string, usual int) int {
	t.Helper()
	text, given := os.LookupEnv(variable)
	if !given {
		return usual
	}
	number, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// TestATabletsQueueLosesDoublesAndPromisesNothingFalsely runs the scripts of a tablet at random, with a
// network, a storage and a server that fail in every known way. QUEUE_STEPS is the number of steps, and
// QUEUE_SEED repeats the walks of a failed test.
func TestATabletsQueueLosesDoublesAndPromisesNothingFalsely(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	const atOnce = 3000
	steps, seed := fromEnvironment(t, "QUEUE_STEPS", 3000), fromEnvironment(t, "QUEUE_SEED", 27)
	t.Logf("QUEUE_SEED=%d", seed)
	tab := browser.Tab(t)
	tab.Go(modelOf(t).URL)
	tab.Text(`load().then(() => window.loaded = true)`)
	tab.Wait(`window.loaded`)
	all := walked{Ends: make(map[string]int)}
	for all.Steps < steps {
		all.add(walk(t, tab, seed+all.Walks, min(atOnce, steps-all.Steps)))
	}
	t.Logf("%d steps in %d walks; taps: %v", all.Steps, all.Walks, all.Ends)
	if all.Ends["sent"] == 0 || all.Ends["open"] > 0 {
		t.Errorf("taps ended so: %v", all.Ends)
	}
}

// walk takes that many steps from the seed on, and fails the test after a fault.
func walk(t *testing.T, tab *browsertest.Tab, seed, steps int) walked {
	t.Helper()
	const inAWalk = 60
	tab.Text(fmt.Sprintf(`window.walked = null, walks(%d, %d, %d).then((all) => window.walked = all)`, seed, steps, inAWalk))
	tab.Wait(`window.walked`)
	var some walked
	if err := json.Unmarshal([]byte(tab.Text(`JSON.stringify(window.walked)`)), &some); err != nil {
		t.Fatal(err)
	}
	if len(some.Wrong) > 0 {
		t.Fatalf("QUEUE_SEED=%d QUEUE_STEPS=%d:\n%s\nafter %s", some.Seed, inAWalk, strings.Join(some.Wrong, "\n"), strings.Join(some.Trace, ", "))
	}
	return some
}

func (all *walked) add(some walked) {
	all.Steps, all.Walks = all.Steps+some.Steps, all.Walks+some.Walks
	for end, taps := range some.Ends {
		all.Ends[end] += taps
	}
}

// modelOf serves the model, with the pages and scripts of a tablet as Rollbook serves them.
func modelOf(t *testing.T) *httptest.Server {
	t.Helper()
	base := pagetest.Base(t)
	mux := http.NewServeMux()
	for name, state := range tabletPages(base) {
		page := pagetest.BytesOf(t, state.Body)
		mux.HandleFunc("GET /page/"+name, func(w http.ResponseWriter, _ *http.Request) { write(t, w, page) })
	}
	assets, err := static.New("")
	if err != nil {
		t.Fatal(err)
	}
	mux.HandleFunc("GET /script/{name}", func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = assets.Path(r.PathValue("name"))
		assets.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		write(t, w, []byte("<!DOCTYPE html><script>"+model(t)+"</script>"))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func write(t *testing.T, w http.ResponseWriter, content []byte) {
	t.Helper()
	if _, err := w.Write(content); err != nil {
		t.Error(err)
	}
}

// model returns the scripts of the model.
func model(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, name := range []string{"time", "storage", "network", "page", "walk", "look"} {
		text, err := os.ReadFile(filepath.Join("testdata", "queue", name+".js"))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// tabletPages are the pages of a tablet with stored data.
func tabletPages(base examples.Base) map[string]examples.Example {
	all := examples.Examples(base)
	pages := map[string]examples.Example{"taps": all["taps"], "home": all["door"], "pair": all["pair"]}
	for _, name := range []string{"taps", "home"} {
		page := pages[name].Page
		page.Awake = &layout.Awake{Now: time.Unix(0, 0), Ends: time.Unix(0, 0)}
		page.Keeping = &layout.Keeping{Storage: "oak.x", ShowsTiles: name == "taps", AsOf: "door.as_of"}
	}
	return pages
}
