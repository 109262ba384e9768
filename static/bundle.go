package static

import (
	"bytes"
	"embed"
	"fmt"
)

//go:embed css js vendor icon worker
var embedded embed.FS

// stylesheets lists the files of css/ in their order in rollbook.css: the styles of every page, and of the
// roll. layers.css comes first: it declares the order of the cascade's layers once.
func stylesheets() []string {
	return []string{
		"layers.css",
		"tokens.css",
		"base.css",
		"controls.css",
		"shell.css",
		"notices.css",
		"marks.css",
		"cards.css",
		"roll.css",
		"bar.css",
		"prose.css",
		"print.css",
	}
}

// pageStylesheets lists the files of css/ in their order in pages.css: further styles of all pages but the
// roll, which does not wait for them.
func pageStylesheets() []string {
	return []string{
		"tiles.css",
		"home.css",
		"lists.css",
		"settings.css",
	}
}

// officeStylesheets lists the files of css/ in their order in office.css: styles that only the pages of the
// office and of admins need. The roll does not wait for them.
func officeStylesheets() []string {
	return []string{
		"changed.css",
		"connect.css",
		"covers.css",
		"day.css",
		"finder.css",
		"leaves.css",
		"rooms.css",
		"tables.css",
		"tablets.css",
	}
}

// faceStylesheets lists the files of css/ in face.css: styles that only the first page, sign-in and the pages
// of problems need.
func faceStylesheets() []string { return []string{"face.css"} }

// galleryStylesheets lists the files of css/ in gallery.css: styles that only the gallery needs.
func galleryStylesheets() []string { return []string{"gallery.css"} }

// doorStylesheets lists the files of css/ in door.css: styles that only a tablet at a classroom door needs.
func doorStylesheets() []string { return []string{"door.css"} }

// scripts lists the files of js/ in their order in rollbook.js. One function encloses them all, so that they
// share names with each other only.
func scripts() []string {
	return []string{
		"keys.js",
		"menus.js",
		"roll.js",
		"roll_keys.js",
		"roll_draft.js",
		"roll_place.js",
		"roll_answer.js",
		"roll_live.js",
		"roll_start.js",
	}
}

// alone lists the scripts served as separate files, by their served name: each belongs to one page, and other
// pages do not wait for it.
func alone() map[string]string {
	return map[string]string{
		"awake.js":             "worker/awake.js",
		"copy.js":              "worker/copy.js",
		"evacuation.js":        "worker/evacuation.js",
		"evacuation_worker.js": "worker/evacuation_worker.js",
		"door_keep.js":         "worker/door_keep.js",
		"door_network.js":      "worker/door_network.js",
		"door_roll.js":         "worker/door_roll.js",
		"door_worker.js":       "worker/door_worker.js",
		"forget.js":            "worker/forget.js",
		"gallery.js":           "worker/gallery.js",
		"pair.js":              "worker/pair.js",
		"pin.js":               "worker/pin.js",
		"school.js":            "worker/school.js",
		"staff.js":             "worker/staff.js",
	}
}

// officeScripts lists the files of js/ in their order in office.js, enclosed in one function.
func officeScripts() []string {
	return []string{
		"finder.js",
		"tray.js",
	}
}

// doorScripts lists the files of js/ in their order in door.js, enclosed in one function: the scripts of a
// tablet where students tap their names.
func doorScripts() []string {
	return []string{
		"door.js",
		"door_clock.js",
		"door_queue.js",
		"door_send.js",
		"door_refused.js",
		"door_wall.js",
		"door_tiles.js",
		"door_taps.js",
		"door_signal.js",
		"door_not_me.js",
		"door_idle.js",
		"door_rest.js",
		"door_live.js",
		"door_start.js",
	}
}

// tabletScripts lists the files of js/ in their order in tablet.js, enclosed in one function: every page of a
// tablet at a door uses them to send requests and to store data.
func tabletScripts() []string { return []string{"door_ask.js", "door_store.js"} }

// senderScripts lists the files of js/ in their order in door_sender.js, enclosed in one function: they send
// students' taps from the tablet's other pages.
func senderScripts() []string {
	return []string{
		"door_elsewhere.js",
		"door_clock.js",
		"door_queue.js",
		"door_send.js",
		"door_refused.js",
	}
}

// others lists every other served file by its served name.
func others() map[string]string {
	return map[string]string{
		"htmx.js":     "vendor/htmx-4.0.1.min.js",
		"htmx-sse.js": "vendor/htmx-sse-4.0.1.min.js",
		"icon.svg":    "icon/icon.svg",
		// Icons of a door's pages on a tablet's home screen: fitted into a circle, or not.
		"door-mask.svg": "icon/door-mask.svg",
		"door-180.png":  "icon/door-180.png",
		"door-512.png":  "icon/door-512.png",
		"book.svg":      "icon/book.svg",
	}
}

// sources builds the content of every served file.
func sources() (map[string][]byte, error) {
	contents := make(map[string][]byte)
	for name, build := range map[string]func() ([]byte, error){
		"rollbook.css":   func() ([]byte, error) { return styles(stylesheets()) },
		"pages.css":      func() ([]byte, error) { return styles(pageStylesheets()) },
		"office.css":     func() ([]byte, error) { return styles(officeStylesheets()) },
		"face.css":       func() ([]byte, error) { return styles(faceStylesheets()) },
		"gallery.css":    func() ([]byte, error) { return styles(galleryStylesheets()) },
		"door.css":       func() ([]byte, error) { return styles(doorStylesheets()) },
		"rollbook.js":    func() ([]byte, error) { return enclosed(scripts()) },
		"office.js":      func() ([]byte, error) { return enclosed(officeScripts()) },
		"door.js":        func() ([]byte, error) { return enclosed(doorScripts()) },
		"tablet.js":      func() ([]byte, error) { return enclosed(tabletScripts()) },
		"door_sender.js": func() ([]byte, error) { return enclosed(senderScripts()) },
	} {
		var err error
		if contents[name], err = build(); err != nil {
			return nil, fmt.Errorf("build %s: %w", name, err)
		}
	}
	for name, path := range others() {
		file, err := embedded.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		contents[name] = file
	}
	for name, path := range alone() {
		script, err := embedded.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if contents[name], err = strip(scriptType, script); err != nil {
			return nil, fmt.Errorf("build %s: %w", name, err)
		}
	}
	return contents, nil
}

// styles joins and minifies stylesheets.
func styles(names []string) ([]byte, error) {
	joined, err := join("css/", names)
	if err != nil {
		return nil, err
	}
	return strip(stylesheetType, joined)
}

// enclosed joins and minifies scripts inside one function, so that their names are local and can be
// shortened.
func enclosed(names []string) ([]byte, error) {
	joined, err := join("js/", names)
	if err != nil {
		return nil, err
	}
	return strip(scriptType, fmt.Appendf(nil, "(()=>{\"use strict\";\n%s})();\n", joined))
}

// join concatenates the files.
func join(folder string, names []string) ([]byte, error) {
	var joined bytes.Buffer
	for _, name := range names {
		content, err := embedded.ReadFile(folder + name)
		if err != nil {
			return nil, fmt.Errorf("read %s%s: %w", folder, name, err)
		}
		joined.Write(content)
	}
	return joined.Bytes(), nil
}
