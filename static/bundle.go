package static

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
)

//go:embed css js vendor icon worker help
var embedded embed.FS

// bundles lists the files that are served as one, in their order. Scripts of a bundle are enclosed in one function, so
// that they share names with each other only.
func bundles() map[string][]string {
	return map[string][]string{
		// The styles of every page, and of the roll. layers.css declares the order of the cascade's layers once.
		"rollbook.css": {
			"css/layers.css", "css/tokens.css", "css/base.css", "css/controls.css", "css/shell.css", "css/notices.css",
			"css/marks.css", "css/cards.css", "css/roll.css", "css/bar.css", "css/prose.css", "css/print.css",
		},
		// Further styles of all pages but the roll, which does not wait for them.
		"pages.css": {"css/tiles.css", "css/home.css", "css/lists.css", "css/settings.css"},
		// Styles that only the pages of the office and of admins need. The roll does not wait for them.
		"office.css": {
			"css/changed.css", "css/connect.css", "css/covers.css", "css/day.css", "css/finder.css", "css/leaves.css",
			"css/rooms.css", "css/tables.css", "css/tablets.css",
		},
		// Styles that only the first page, sign-in and the pages of problems need.
		"face.css":    {"css/face.css"},
		"gallery.css": {"css/gallery.css"},
		// Styles that only a tablet at a classroom door needs.
		"door.css": {"css/door.css"},
		"rollbook.js": {
			"js/write.js", "js/keys.js", "js/menus.js", "js/roll.js", "js/roll_keys.js", "js/roll_draft.js", "js/roll_place.js",
			"js/roll_answer.js", "js/roll_live.js", "js/roll_start.js",
		},
		"office.js": {"js/write.js", "js/finder.js", "js/suggestions.js", "js/tray.js"},
		// The scripts of a tablet where students tap their names.
		"door.js": {
			"js/write.js", "js/door.js", "js/door_clock.js", "js/door_queue.js", "js/door_send.js", "js/door_refused.js",
			"js/door_wall.js", "js/door_tiles.js", "js/door_taps.js", "js/door_signal.js", "js/door_not_me.js",
			"js/door_idle.js", "js/door_rest.js", "js/door_live.js", "js/door_start.js",
		},
		// Every page of a tablet at a door uses them to send requests and to store data.
		"tablet.js": {"js/door_ask.js", "js/door_store.js"},
		// They send students' taps from the tablet's other pages.
		"door_sender.js": {
			"js/door_elsewhere.js", "js/door_clock.js", "js/door_queue.js", "js/door_send.js", "js/door_refused.js",
		},
	}
}

// ready lists the files that are served as they are, by their served names.
func ready() map[string]string {
	return map[string]string{
		"htmx.js":  "vendor/htmx-4.0.1.min.js",
		"icon.svg": "icon/icon.svg",
		// Icons of a door's pages on a tablet's home screen: fitted into a circle, or not.
		"door-mask.svg": "icon/door-mask.svg",
		"door-180.png":  "icon/door-180.png",
		"door-512.png":  "icon/door-512.png",
		"book.svg":      "icon/book.svg",
	}
}

// original is a file before it is made small. Its media type is empty if it is served as it is.
type original struct {
	mediaType string
	content   []byte
}

// served returns the content to serve. One that cannot be made small, which a test refuses, is served as it is.
func (o original) served() []byte {
	if o.mediaType == "" {
		return o.content
	}
	small, err := strip(o.mediaType, bytes.Clone(o.content)) // it changes what it reads
	if err != nil {
		return o.content
	}
	return small
}

// sources returns every served file by its name.
func sources() (map[string]original, error) {
	contents := make(map[string]original)
	for name, file := range ready() {
		content, err := embedded.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		contents[name] = original{content: content}
	}
	pictures, err := fs.Glob(embedded, "help/*.webp")
	if err != nil {
		return nil, fmt.Errorf("list the pictures of the help: %w", err)
	}
	for _, file := range pictures {
		content, err := embedded.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		contents[path.Base(file)] = original{content: content}
	}
	built := bundles()
	// A script of worker/ belongs to one page, and other pages do not wait for it.
	alone, err := fs.Glob(embedded, "worker/*.js")
	if err != nil {
		return nil, fmt.Errorf("list the scripts of one page: %w", err)
	}
	for _, file := range alone {
		built[path.Base(file)] = []string{file}
	}
	for name, files := range built {
		if contents[name], err = join(files); err != nil {
			return nil, err
		}
	}
	return contents, nil
}

// join joins the files of a bundle.
func join(files []string) (original, error) {
	var joined bytes.Buffer
	for _, file := range files {
		content, err := embedded.ReadFile(file)
		if err != nil {
			return original{}, fmt.Errorf("read %s: %w", file, err)
		}
		joined.Write(content)
	}
	switch path.Dir(files[0]) {
	case "css":
		return original{stylesheetType, joined.Bytes()}, nil
	case "js":
		return original{scriptType, fmt.Appendf(nil, "(()=>{\"use strict\";\n%s})();\n", joined.Bytes())}, nil
	}
	return original{scriptType, joined.Bytes()}, nil
}
