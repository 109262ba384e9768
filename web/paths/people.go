package paths

// Home leads to the person's home: the school, or the choice of one (GET).
func (p Paths) Home() string { return p.at("") }

// SignIn is the sign-in page, which goes on to next afterwards; next may be empty (GET, POST).
func (p Paths) SignIn(next string) string { return query(p.at("sign-in"), "next", next) }

// SignOut ends the session (POST).
func (p Paths) SignOut() string { return p.at("sign-out") }

// Preferences is the page of what a person may set for herself (GET, POST).
func (p Paths) Preferences() string { return p.at("preferences") }

// Schools is the choice among a person's schools (GET).
func (p Paths) Schools() string { return p.at("schools") }

// Help is a topic of the help, or its first page where topic is empty (GET).
func (p Paths) Help(topic string) string {
	if topic == "" {
		return p.at("help")
	}
	return p.at("help", topic)
}

// DemoTablet makes the device a tablet of the demo (POST, demo only).
func (p Paths) DemoTablet() string { return p.at("demo", "tablet") }

// DemoNetwork takes the network of a tablet of the demo away, or gives it back (POST, demo only).
func (p Paths) DemoNetwork() string { return p.at("demo", "network") }

// DemoEnter signs in as one of the demo's people at one press (POST, demo only).
func (p Paths) DemoEnter() string { return p.at("demo", "enter") }

// DemoConnect signs in as the admin of the demo's unconnected school, to connect it (POST, demo only).
func (p Paths) DemoConnect() string { return p.at("demo", "connect") }

// DemoFaults breaks and heals the demo's school system (POST, demo only).
func (p Paths) DemoFaults() string { return p.at("demo", "faults") }

// Gallery lists every page in each of its states (GET, demo only).
func (p Paths) Gallery() string { return p.at("gallery") }

// GalleryAs is the gallery with the states that have the words, in the width and the colours; each may be empty.
func (p Paths) GalleryAs(words, width, look string) string {
	return query(p.Gallery(), "q", words, "width", width, "look", look)
}

// GalleryPage is the named state of a page, in the theme, which may be empty (GET, demo only).
func (p Paths) GalleryPage(name, theme string) string {
	return query(p.at("gallery", name), "theme", theme)
}

// Health answers while the process lives (GET).
func (p Paths) Health() string { return p.at("healthz") }

// Ready answers whether database and migrations are in order (GET).
func (p Paths) Ready() string { return p.at("readyz") }

// Metrics is the text that a Prometheus server reads (GET).
func (p Paths) Metrics() string { return p.at("metrics") }

// Pair is the page on which a device becomes a tablet by the code of staff (GET, POST). The fragment
// of the address may hold the code.
func (p Paths) Pair() string { return p.at("pair") }

// PairAsk has a device show a code to staff (POST).
func (p Paths) PairAsk() string { return p.at("pair", "ask") }

// PairWaiting is asked by a device whether staff have let it in (GET).
func (p Paths) PairWaiting() string { return p.at("pair", "waiting") }

// DoorOf is the paired tablet's page of one of its classes (GET).
func (p Paths) DoorOf(class string) string { return query(p.at("door"), "class", class) }

// DoorLeave is the page on which staff unpair the tablet that they stand before (GET, POST).
func (p Paths) DoorLeave() string { return p.at("door", "leave") }

// DoorWorker is the script that shows a tablet's pages without a network (GET).
func (p Paths) DoorWorker() string { return p.at("door", "worker.js") }

// DoorManifest says how a tablet's browser installs its pages as an app (GET).
func (p Paths) DoorManifest() string { return p.at("door", "manifest.webmanifest") }

// DoorKept takes a tablet's report of what it keeps (GET).
func (p Paths) DoorKept() string { return p.at("door", "kept") }

// DoorRefused takes the taps that Rollbook refused onto the office's list (POST).
func (p Paths) DoorRefused() string { return p.at("door", "refused") }

// DoorRefusedRoll takes a roll that nobody can save any more onto the office's list (POST).
func (p Paths) DoorRefusedRoll() string { return p.at("door", "refused", "roll") }

// DoorAway is the page that a tablet shows without a network where it keeps no page of today (GET).
func (p Paths) DoorAway() string { return p.at("door", "away") }

// Door is the paired tablet's page (GET).
func (p Paths) Door() string { return p.at("door") }

// DoorOpen opens the roll of a tablet on which students tap, with a name and a PIN (POST).
func (p Paths) DoorOpen() string { return p.at("door", "staff") }

// DoorStaff is the roll of one of a tablet's classes on which students tap, for staff (GET).
func (p Paths) DoorStaff(class string) string {
	return query(p.at("door"), "class", class, "staff", "1")
}
