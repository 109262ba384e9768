package paths

// The addresses outside the schools.
const (
	// Home redirects to the person's home: the school, or the choice of one (GET).
	Home Address = "/"
	// SignIn is the sign-in page, which continues to next, if any (GET, POST).
	SignIn Address = "/sign-in?next"
	// SignOut ends the session (POST).
	SignOut Address = "/sign-out"
	// Preferences is the page of a person's own preferences (GET, POST).
	Preferences Address = "/preferences"
	// Schools is the choice among a person's schools (GET).
	Schools Address = "/schools"
	// DemoTablet makes the device a tablet of the demo (POST, demo only).
	DemoTablet Address = "/demo/tablet"
	// DemoNetwork switches off the network of a tablet in the demo, or switches it on again (POST, demo only).
	DemoNetwork Address = "/demo/network"
	// DemoEnter signs in as one of the demo's people without a password (POST, demo only).
	DemoEnter Address = "/demo/enter"
	// DemoConnect signs in as the admin of the demo's unconnected school, to connect it (POST, demo only).
	DemoConnect Address = "/demo/connect"
	// DemoFaults breaks and heals the demo's school system (POST, demo only).
	DemoFaults Address = "/demo/faults"
	// Gallery lists every page in each of its states, filtered by words, in the given width and colours (GET, demo only).
	Gallery Address = "/gallery?q&width&look"
	// GalleryPage is the named state of a page, in the theme, if any (GET, demo only).
	GalleryPage Address = "/gallery/:state?theme"
	// Health answers while the process lives (GET).
	Health Address = "/healthz"
	// Icon is the icon for browsers that read none from a page (GET).
	Icon Address = "/favicon.ico"
	// Ready answers whether database and migrations are in order (GET).
	Ready Address = "/readyz"
	// Metrics is the text that a Prometheus server reads (GET).
	Metrics Address = "/metrics"
	// Pair is the page for pairing a device with a code from staff (GET, POST). The fragment of the address may
	// contain the code.
	Pair Address = "/pair"
	// PairAsk makes a device show a code to staff (POST).
	PairAsk Address = "/pair/ask"
	// PairWaiting is the request of a device for the answer of staff (GET).
	PairWaiting Address = "/pair/waiting"
	// DoorLeave is the page for unpairing the tablet on the tablet itself (GET, POST).
	DoorLeave Address = "/door/leave"
	// DoorWorker is the script that shows a tablet's pages without a network (GET).
	DoorWorker Address = "/door/worker.js"
	// DoorManifest describes how a browser installs the tablet's pages as an app (GET).
	DoorManifest Address = "/door/manifest.webmanifest"
	// DoorKept receives a tablet's report about its unsent rolls (GET).
	DoorKept Address = "/door/kept"
	// DoorRefused adds the taps that Rollbook refused to the office's list (POST).
	DoorRefused Address = "/door/refused"
	// DoorRefusedRoll adds a roll that can no longer be saved to the office's list (POST).
	DoorRefusedRoll Address = "/door/refused/roll"
	// DoorAway is the page that a tablet shows without a network if it has no page of today (GET).
	DoorAway Address = "/door/away"
	// Door is the paired tablet's page, of one of its classes (GET).
	Door Address = "/door?class"
	// DoorOpen opens the roll of a tablet for students, with a name and a PIN (POST).
	DoorOpen Address = "/door/staff"
	// DoorStaff is the roll for staff on a tablet for students, of one of its classes (GET).
	DoorStaff Address = "/door?class&staff=1"
	// Help is a topic of the help, or its first page without one (GET).
	Help Address = "/help/:topic"
	// SignInPasskey signs in with a passkey alone (POST).
	SignInPasskey Address = "/sign-in/passkey"
	// SecondStep is the page after the password of a person with a second factor (GET, POST). Next is the address to
	// continue at.
	SecondStep Address = "/second-step?next"
	// SecondStepPasskey is the second step with a passkey (POST).
	SecondStepPasskey Address = "/second-step/passkey"
	// Factors is the page where a person chooses which second factor to set up (GET).
	Factors Address = "/factors?next"
	// FactorApp sets up an authenticator app (GET, POST).
	FactorApp Address = "/factors/app?next"
	// FactorPasskey asks for the password before a passkey is created (GET, POST).
	FactorPasskey Address = "/factors/passkey?next"
	// FactorPasskeyMade stores the passkey that the browser created (POST).
	FactorPasskeyMade Address = "/factors/passkey/made"
	// FactorRemove removes a second factor of the person (POST).
	FactorRemove Address = "/factors/of/:factor/remove"
	// Confirm asks a signed-in person to prove again that it is them (GET, POST).
	Confirm Address = "/confirm?next"
	// ConfirmPasskey is Confirm with a passkey (POST).
	ConfirmPasskey Address = "/confirm/passkey"
	// Account is the page of the person's own account (GET).
	Account Address = "/account"
	// AccountPassword changes the person's own password (POST).
	AccountPassword Address = "/account/password"
	// AccountPasswordStrength judges a new password of the person while it is typed (POST).
	AccountPasswordStrength Address = "/account/password/strength"
	// AccountPIN sets the person's own PIN for tablets (POST).
	AccountPIN Address = "/account/pin"
	// AccountPINLift unlocks the person's own PIN on tablets (POST).
	AccountPINLift Address = "/account/pin/lift"
	// AccountPINRemove removes the person's own PIN (POST).
	AccountPINRemove Address = "/account/pin/remove"
	// AccountSessions ends all other sessions of the person (POST).
	AccountSessions Address = "/account/sessions/end"
	// AccountSession ends another session of the person (POST).
	AccountSession Address = "/account/sessions/:session/end"
	// AccountLink is the page for creating an account or choosing a new password. The secret gives access, once
	// (GET, POST). The address must not appear in a log.
	AccountLink Address = "/link/:secret"
	// AccountLinkStrength judges a new password at the link while it is typed (POST).
	AccountLinkStrength Address = "/link/:secret/strength"
	// FirstSchool is the page where the first admin adds the first school (GET, POST).
	FirstSchool Address = "/first-school"
	// Forgotten is the page for requesting a link to choose a new password (GET, POST).
	Forgotten Address = "/forgotten"
	// SSO begins a sign-in by the provider of the school, which continues to next, if any (GET).
	SSO Address = "/sign-in/sso/:school?next"
	// SSOAgain is SSO for a person who is to prove again at the provider that it is them (GET).
	SSOAgain Address = "/sign-in/sso/:school?again=1&next"
	// SSOBack takes the answer of the school's provider from the browser (GET).
	SSOBack Address = "/sign-in/sso/:school/back"
	// SignInAt is the sign-in page with the button of the school's provider (GET).
	SignInAt Address = "/sign-in?school"
	// Cover is the page for taking a roll without an account. The secret gives access (GET, POST). The address
	// must not appear in a log.
	Cover Address = "/cover/:secret"
	// Hooks receives the school system's webhooks (POST).
	Hooks Address = "/hooks/:school"
)
