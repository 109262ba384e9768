package paths

// Home redirects to the person's home: the school, or the choice of one (GET).
func (p Paths) Home() string { return p.at("") }

// SignIn is the sign-in page, which continues to next, if any (GET, POST).
func (p Paths) SignIn(next string) string { return query(p.at("sign-in"), "next", next) }

// SignOut ends the session (POST).
func (p Paths) SignOut() string { return p.at("sign-out") }

// Preferences is the page of a person's own preferences (GET, POST).
func (p Paths) Preferences() string { return p.at("preferences") }

// Schools is the choice among a person's schools (GET).
func (p Paths) Schools() string { return p.at("schools") }

// Help is a topic of the help, or its first page without one (GET).
func (p Paths) Help(topic string) string {
	if topic == "" {
		return p.at("help")
	}
	return p.at("help", topic)
}

// DemoTablet makes the device a tablet of the demo (POST, demo only).
func (p Paths) DemoTablet() string { return p.at("demo", "tablet") }

// DemoNetwork switches off the network of a tablet in the demo, or switches it on again (POST, demo only).
func (p Paths) DemoNetwork() string { return p.at("demo", "network") }

// DemoEnter signs in as one of the demo's people without a password (POST, demo only).
func (p Paths) DemoEnter() string { return p.at("demo", "enter") }

// DemoConnect signs in as the admin of the demo's unconnected school, to connect it (POST, demo only).
func (p Paths) DemoConnect() string { return p.at("demo", "connect") }

// DemoFaults breaks and heals the demo's school system (POST, demo only).
func (p Paths) DemoFaults() string { return p.at("demo", "faults") }

// Gallery lists every page in each of its states (GET, demo only).
func (p Paths) Gallery() string { return p.at("gallery") }

// GalleryAs is the gallery filtered by words, in the given width and colours. Each may be empty.
func (p Paths) GalleryAs(words, width, look string) string {
	return query(p.Gallery(), "q", words, "width", width, "look", look)
}

// GalleryPage is the named state of a page, in the theme, if any (GET, demo only).
func (p Paths) GalleryPage(name, theme string) string {
	return query(p.at("gallery", name), "theme", theme)
}

// Health answers while the process lives (GET).
func (p Paths) Health() string { return p.at("healthz") }

// Icon is the icon for browsers that read none from a page (GET).
func (p Paths) Icon() string { return p.at("favicon.ico") }

// Ready answers whether database and migrations are in order (GET).
func (p Paths) Ready() string { return p.at("readyz") }

// Metrics is the text that a Prometheus server reads (GET).
func (p Paths) Metrics() string { return p.at("metrics") }

// Pair is the page for pairing a device with a code from staff (GET, POST). The fragment of the address may
// contain the code.
func (p Paths) Pair() string { return p.at("pair") }

// PairAsk makes a device show a code to staff (POST).
func (p Paths) PairAsk() string { return p.at("pair", "ask") }

// PairWaiting is the request of a device for the answer of staff (GET).
func (p Paths) PairWaiting() string { return p.at("pair", "waiting") }

// DoorOf is the paired tablet's page of one of its classes (GET).
func (p Paths) DoorOf(class string) string { return query(p.at("door"), "class", class) }

// DoorLeave is the page for unpairing the tablet on the tablet itself (GET, POST).
func (p Paths) DoorLeave() string { return p.at("door", "leave") }

// DoorWorker is the script that shows a tablet's pages without a network (GET).
func (p Paths) DoorWorker() string { return p.at("door", "worker.js") }

// DoorManifest describes how a browser installs the tablet's pages as an app (GET).
func (p Paths) DoorManifest() string { return p.at("door", "manifest.webmanifest") }

// DoorKept receives a tablet's report about its unsent rolls (GET).
func (p Paths) DoorKept() string { return p.at("door", "kept") }

// DoorRefused adds the taps that Rollbook refused to the office's list (POST).
func (p Paths) DoorRefused() string { return p.at("door", "refused") }

// DoorRefusedRoll adds a roll that can no longer be saved to the office's list (POST).
func (p Paths) DoorRefusedRoll() string { return p.at("door", "refused", "roll") }

// DoorAway is the page that a tablet shows without a network if it has no page of today (GET).
func (p Paths) DoorAway() string { return p.at("door", "away") }

// Door is the paired tablet's page (GET).
func (p Paths) Door() string { return p.at("door") }

// DoorOpen opens the roll of a tablet for students, with a name and a PIN (POST).
func (p Paths) DoorOpen() string { return p.at("door", "staff") }

// DoorStaff is the roll for staff on a tablet for students, of one of its classes (GET).
func (p Paths) DoorStaff(class string) string {
	return query(p.at("door"), "class", class, "staff", "1")
}
