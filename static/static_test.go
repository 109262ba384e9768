package static

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func newAssets(t testing.TB, base string) *Assets {
	t.Helper()
	assets, err := New(base)
	if err != nil {
		t.Fatal(err)
	}
	return assets
}

func get(assets *Assets, path string, header ...string) *http.Response {
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.URL.Path = path
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	assets.ServeHTTP(recorder, request)
	return recorder.Result()
}

func body(t *testing.T, reader io.Reader) string {
	t.Helper()
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestAFileIsKeptForGoodUnderTheHashOfItsContent(t *testing.T) {
	t.Parallel()
	assets := newAssets(t, "/rollbook")
	for name, contentType := range map[string]string{
		"rollbook.css": "text/css; charset=utf-8",
		"office.css":   "text/css; charset=utf-8",
		"pages.css":    "text/css; charset=utf-8",
		"office.js":    "text/javascript; charset=utf-8",
		"rollbook.js":  "text/javascript; charset=utf-8",
		"htmx.js":      "text/javascript; charset=utf-8",
		"icon.svg":     "image/svg+xml",
	} {
		path := assets.Path(name)
		if !regexp.MustCompile(`^/rollbook/static/[\w-]{12}/` + regexp.QuoteMeta(name) + `$`).MatchString(path) {
			t.Errorf("%s has the address %q", name, path)
		}
		response := get(assets, path)
		header := response.Header
		if response.StatusCode != http.StatusOK || header.Get("Content-Type") != contentType ||
			header.Get("Cache-Control") != "public, max-age=31536000, immutable" || header.Get("Vary") != "Accept-Encoding" ||
			header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d %v", name, response.StatusCode, header)
		}
		if body(t, response.Body) != string(assets.byName[name]().plain) {
			t.Errorf("%s came back changed", name)
		}
	}
}

func TestEveryEncodingDecodesToTheFile(t *testing.T) {
	t.Parallel()
	assets := newAssets(t, "")
	want := string(assets.byName["htmx.js"]().plain)
	for accept, encoding := range map[string]string{
		"gzip, deflate, br, zstd": "br",
		"BR;q=0.5":                "br",
		"gzip, br;q=0":            "gzip",
		"gzip, br;q=0.000":        "gzip",
		"gzip;q=1.0, br;q=zz":     "gzip",
		"x-gzip, identity":        "",
		"":                        "",
	} {
		response := get(assets, assets.Path("htmx.js"), "Accept-Encoding", accept)
		if got := response.Header.Get("Content-Encoding"); got != encoding {
			t.Errorf("%q was answered with %q", accept, got)
			continue
		}
		var reader io.Reader = response.Body
		switch encoding {
		case "br":
			reader = brotli.NewReader(reader)
		case "gzip":
			unzipped, err := gzip.NewReader(reader)
			if err != nil {
				t.Fatal(err)
			}
			reader = unzipped
		}
		if body(t, reader) != want {
			t.Errorf("%q: the file came back changed", accept)
		}
	}
}

func TestAFileHasNoHeadersOfPages(t *testing.T) {
	t.Parallel()
	assets := newAssets(t, "")
	recorder := httptest.NewRecorder()
	for _, name := range append(ofDocuments(), "Rollbook", "Cross-Origin-Resource-Policy") {
		recorder.Header().Set(name, "1")
	}
	assets.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, assets.Path("htmx.js"), nil))
	size := 0
	for name, values := range recorder.Header() {
		size += len(name) + len(": \r\n") + len(strings.Join(values, ""))
	}
	if header := recorder.Header(); header.Get("Rollbook") == "" || header.Get("Cross-Origin-Resource-Policy") == "" || size > 300 {
		t.Errorf("%d bytes of headers: %v", size, header)
	}
}

func TestAnUnknownFileIsNotFound(t *testing.T) {
	t.Parallel()
	assets := newAssets(t, "")
	css := assets.Path("rollbook.css")
	hash := strings.Split(css, "/")[2]
	for _, path := range []string{
		"", "/", "/static", "/static/", "/static/" + hash, "/static/" + hash + "/", css + "/", "/" + css, "/static/./" + hash + "/rollbook.css",
		"/static/" + hash + "/../" + hash + "/rollbook.css", "/static/" + hash + "/../../static.go", "/static/" + hash + "/htmx.js",
		"/static/css/layers.css", "/static/bundle.go", "/static/" + hash + "/layers.css", "/static/rollbook.css", strings.ToUpper(css),
		css + ".map", css + "\x00", "/static/" + strings.Repeat("a", 12) + "/rollbook.css",
	} {
		response := get(assets, path)
		if response.StatusCode != http.StatusNotFound || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%q: %d, %s", path, response.StatusCode, response.Header.Get("Cache-Control"))
		}
	}
	if got := assets.Path("bundle.go"); got != "" {
		t.Errorf("a source has the address %s", got)
	}
}

func TestAFileIsReadAndNotWritten(t *testing.T) {
	t.Parallel()
	assets := newAssets(t, "")
	for method, want := range map[string]int{http.MethodHead: 200, http.MethodPost: 405, http.MethodDelete: 405} {
		recorder := httptest.NewRecorder()
		assets.ServeHTTP(recorder, httptest.NewRequest(method, assets.Path("icon.svg"), nil))
		if recorder.Code != want {
			t.Errorf("%s: %d", method, recorder.Code)
		}
		if method == http.MethodHead && (recorder.Body.Len() != 0 || recorder.Header().Get("Content-Length") == "0") {
			t.Errorf("HEAD: %d bytes of body, %v", recorder.Body.Len(), recorder.Header())
		}
	}
}

func TestEveryStylesheetAndScriptIsServed(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, files := range bundles() {
		listed = append(listed, files...)
	}
	for _, folder := range []string{"css", "js"} {
		files, err := fs.ReadDir(embedded, folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if name := folder + "/" + file.Name(); !slices.Contains(listed, name) {
				t.Errorf("%s is not listed in bundle.go", name)
			}
		}
	}
	if first := bundles()["rollbook.css"][0]; first != "css/layers.css" {
		t.Errorf("%s comes before the order of the layers", first)
	}
}

func TestTheScriptsOfAFileDeclareEachFunctionOnce(t *testing.T) {
	t.Parallel()
	declared := regexp.MustCompile(`(?m)^(?:async )?function (\w+)`)
	for name, files := range bundles() {
		in := make(map[string]string)
		for _, file := range files {
			source, err := fs.ReadFile(embedded, file)
			if err != nil {
				t.Fatal(err)
			}
			for _, function := range declared.FindAllStringSubmatch(string(source), -1) {
				if other := in[function[1]]; other != "" {
					t.Errorf("%s: %s and %s declare the function %s", name, other, file, function[1])
				}
				in[function[1]] = file
			}
		}
	}
}

func TestSmallFilesKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	for _, file := range []struct{ mediaType, source, want string }{
		{stylesheetType, "/* a\n b */\n.a :hover,\n.b > i {\n  margin: calc(1px + 2px) 0;\n  color: light-dark(#fff, #000);\n}\n", ".a :hover,.b>i{margin:calc(1px + 2px)0;color:light-dark(#fff,#000)}"},
		{stylesheetType, "@media (40rem <= width < 60rem) and (hover: hover) { a { top: max(1rem, var(--bar, 0px)) } }", "@media(40rem <= width < 60rem) and (hover:hover){a{top:max(1rem,var(--bar,0px))}}"},
		{stylesheetType, `@layer pages { a:dir(rtl)::before { content: "a  b"; content: "\u25b8" / "" } }`, `@layer pages{a:dir(rtl)::before{content:"a  b";content:"\u25b8"/""}}`},
		{scriptType, "// why\nif (a) b(`c  = ${d}`, \"li > [e], f\");", "a&&b(`c  = ${d}`,\"li > [e], f\")"},
		{scriptType, "g = h in i ? -1 : j - -1;", "g=h in i?-1:j- -1"},
	} {
		got, err := strip(file.mediaType, []byte(file.source))
		if err != nil || string(got) != file.want {
			t.Errorf("got %s, %v, want %s", got, err, file.want)
		}
	}
	if _, err := strip(scriptType, []byte("let a = ;")); err == nil {
		t.Error("a script that cannot be read is made small all the same")
	}
}

func TestEveryStyleSheetAndScriptIsMadeSmall(t *testing.T) {
	t.Parallel()
	all, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for name, original := range all {
		served := original.served()
		if grows := len(served) >= len(original.content); original.mediaType != "" && grows {
			t.Errorf("%s is served with %d bytes, and written with %d", name, len(served), len(original.content))
		}
		if _, err := strip(original.mediaType, original.content); original.mediaType != "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOwnFilesStayWithinTheirBudgets(t *testing.T) {
	t.Parallel()
	assets := newAssets(t, "")
	for name, budget := range map[string]int{"rollbook.css": 7380, "pages.css": 3 << 10, "face.css": 1 << 10, "door.css": 2040, "office.css": 6 << 10, "rollbook.js": 5200, "door.js": 72 << 6, "door_keep.js": 3 << 9, "door_network.js": 1 << 10, "door_roll.js": 43 << 6, "door_sender.js": 1 << 11, "tablet.js": 25 << 6, "door_worker.js": 1040, "office.js": 189 << 4} {
		content, _ := assets.byName[name]().encoded([]string{"gzip"})
		t.Logf("%s: %d of %d", name, len(content), budget)
		if size := len(content); size == 0 || size > budget {
			t.Errorf("%s: %d bytes with gzip, at most %d", name, size, budget)
		}
	}
}

func TestTheMarkIsSmall(t *testing.T) {
	t.Parallel()
	mark, err := fs.ReadFile(embedded, "icon/icon.svg")
	if err != nil || len(mark) >= 600 {
		t.Errorf("it has %d bytes: %v", len(mark), err)
	}
}

// In addition to the five, the letter of a chip has its own size, and printed text has sizes in points.
func TestTextHasFiveSizes(t *testing.T) {
	t.Parallel()
	sheets, err := fs.Glob(embedded, "css/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatalf("%d style sheets: %v", len(sheets), err)
	}
	size := regexp.MustCompile(`font(?:-size)?:\s*([^;}]+)`)
	known := regexp.MustCompile(`var\(--(small|meta|text|large|lead)\)|\b0\.6875rem\b|^(0|inherit|\d+pt)$|^100%/|^0\.875em `)
	for _, sheet := range sheets {
		content, err := fs.ReadFile(embedded, sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range size.FindAllStringSubmatch(string(content), -1) {
			if value := strings.TrimSpace(found[1]); !known.MatchString(value) || strings.Contains(value, "calc") {
				t.Errorf("%s: text of the size %s", sheet, value)
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newAssets(b, "")
	}
}

func BenchmarkFirstBrotliOfHtmx(b *testing.B) {
	content := newAssets(b, "").byName["htmx.js"]().plain
	for b.Loop() {
		b.ReportMetric(float64(len(compressBrotli(content))), "bytes")
	}
}

func BenchmarkFirstGzipOfHtmx(b *testing.B) {
	content := newAssets(b, "").byName["htmx.js"]().plain
	for b.Loop() {
		b.ReportMetric(float64(len(compressGzip(content))), "bytes")
	}
}

// Tests check the pages' accessibility in one theme, and in the other only by the rules about colours.
func TestAThemeChangesColoursOnly(t *testing.T) {
	t.Parallel()
	sheets, err := fs.Glob(embedded, "css/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatalf("%d style sheets: %v", len(sheets), err)
	}
	themed := regexp.MustCompile(`\[data-theme[^{}]*\{([^{}]*)\}`)
	colours := regexp.MustCompile(`^ --light: (initial)?; --dark: (initial)?; color-scheme: (light|dark) $`)
	rules, ofSystem := 0, 0
	for _, sheet := range sheets {
		content, err := fs.ReadFile(embedded, sheet)
		if err != nil {
			t.Fatal(err)
		}
		text := string(content)
		for _, rule := range themed.FindAllStringSubmatch(text, -1) {
			rules++
			if !colours.MatchString(rule[1]) {
				t.Errorf("%s: a theme sets %q", sheet, rule[1])
			}
		}
		ofSystem += strings.Count(text, "prefers-color-scheme")
		if strings.Count(text, "data-theme") != len(themed.FindAllString(text, -1)) {
			t.Errorf("%s goes by the theme elsewhere too", sheet)
		}
	}
	if rules != 3 || ofSystem != 1 {
		t.Errorf("%d themes are set, not 3, and %d by the system, not 1", rules, ofSystem)
	}
}
