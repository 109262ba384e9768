package static

import (
	"bytes"
	"embed"
	"fmt"
)

//go:embed css js vendor icon worker
var embedded embed.FS

// stylesheets is the files of css/ in the order in which rollbook.css holds them.
// layers.css comes first: it declares the order of the cascade's layers once.
func stylesheets() []string {
	return []string{
		"layers.css",
		"tokens.css",
		"base.css",
		"shell.css",
		"controls.css",
		"marks.css",
		"roll.css",
		"bar.css",
		"cards.css",
		"tiles.css",
		"lists.css",
		"settings.css",
		"print.css",
	}
}

// officeStylesheets is the files of css/ in the order in which office.css holds them: what
// only the pages of the office and of admins need. The roll does not wait for it.
func officeStylesheets() []string {
	return []string{
		"changed.css",
		"connect.css",
		"covers.css",
		"day.css",
		"finder.css",
		"leaves.css",
	}
}

// scripts is the files of js/ in the order in which rollbook.js holds them. All
// stand in one function, so that they share names with each other and nobody else.
func scripts() []string {
	return []string{
		"keys.js",
		"roll.js",
		"roll_keys.js",
		"roll_draft.js",
		"roll_place.js",
		"roll_answer.js",
		"roll_live.js",
		"roll_start.js",
	}
}

// alone is the scripts that stand alone, by the name under which each is served: what one
// page needs, and no other waits for.
func alone() map[string]string {
	return map[string]string{
		"copy.js":              "worker/copy.js",
		"evacuation.js":        "worker/evacuation.js",
		"evacuation_worker.js": "worker/evacuation_worker.js",
		"forget.js":            "worker/forget.js",
	}
}

// officeScripts is the files of js/ in the order in which office.js holds them, in one
// function of its own.
func officeScripts() []string {
	return []string{
		"finder.js",
		"tray.js",
	}
}

// others is every other file that is served, by the name under which it is served.
func others() map[string]string {
	return map[string]string{
		"htmx.js":     "vendor/htmx-4.0.1.min.js",
		"htmx-sse.js": "vendor/htmx-sse-4.0.1.min.js",
		"icon.svg":    "icon/icon.svg",
	}
}

// sources builds the content of every served file.
func sources() (map[string][]byte, error) {
	css, err := join("css/", stylesheets(), stripStylesheet)
	if err != nil {
		return nil, err
	}
	office, err := join("css/", officeStylesheets(), stripStylesheet)
	if err != nil {
		return nil, err
	}
	js, err := join("js/", scripts(), stripScript)
	if err != nil {
		return nil, err
	}
	officeScript, err := join("js/", officeScripts(), stripScript)
	if err != nil {
		return nil, err
	}
	contents := map[string][]byte{
		"rollbook.css": css,
		"office.css":   office,
		"rollbook.js":  enclosed(js),
		"office.js":    enclosed(officeScript),
	}
	for name, path := range others() {
		if contents[name], err = embedded.ReadFile(path); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
	}
	for name, path := range alone() {
		script, err := embedded.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		contents[name] = stripScript(script)
	}
	return contents, nil
}

// enclosed is a script in a function, so that its names are nobody else's.
func enclosed(script []byte) []byte {
	return fmt.Appendf(nil, "(()=>{\"use strict\";\n%s})();\n", script)
}

// join reads the files, takes from each what only its authors need, and puts them
// one after the other.
func join(folder string, names []string, strip func([]byte) []byte) ([]byte, error) {
	var joined bytes.Buffer
	for _, name := range names {
		content, err := embedded.ReadFile(folder + name)
		if err != nil {
			return nil, fmt.Errorf("read %s%s: %w", folder, name, err)
		}
		joined.Write(strip(content))
	}
	return joined.Bytes(), nil
}
