package paths

// The addresses of a school's settings.
const (
	// SSOSettings is the page of the school's provider (GET, POST).
	SSOSettings Address = "/schools/:school/settings/sso"
	// SSOTry shows whether people could sign in by the provider that was typed (POST).
	SSOTry Address = "/schools/:school/settings/sso/try"
	// SSORemove ends signing in by the school's provider (POST).
	SSORemove Address = "/schools/:school/settings/sso/remove"
	// People is the list of a school's people (GET).
	People Address = "/schools/:school/settings/people"
	// PeopleAction is an action on the list: "invite", "preview", "import" or "factors" (POST).
	PeopleAction Address = "/schools/:school/settings/people/:action"
	// PersonAction is an action on a person: "role", "disable", "enable", "pin", "factors" or "link" (POST).
	PersonAction Address = "/schools/:school/settings/people/:person/:action"
	// Withdraw ends an open invitation (POST).
	Withdraw Address = "/schools/:school/settings/people/invitations/:invitation/withdraw"
	// ConnectionSettings is the page for connecting the school system. Call opens one of its calls (GET, POST).
	ConnectionSettings Address = "/schools/:school/settings/connection?call"
	// ConnectionNumber is the question which number saving needs (GET).
	ConnectionNumber Address = "/schools/:school/settings/connection?call=students&ask=number#call-students"
	// ConnectionCall changes how one call of the school system is read (POST).
	ConnectionCall Address = "/schools/:school/settings/connection/calls/:call"
	// ConnectionFind searches for all calls (POST).
	ConnectionFind Address = "/schools/:school/settings/connection/find"
	// ConnectionUse puts the draft for reading the school system in force (POST).
	ConnectionUse Address = "/schools/:school/settings/connection/use"
	// ConnectionMapping downloads the mapping as a file (GET), or uploads one (POST).
	ConnectionMapping Address = "/schools/:school/settings/connection/mapping.json"
	// ConnectionAsk is the question whether the found students are the school's. Ask shows the other choices for
	// what is wrong (GET).
	ConnectionAsk Address = "/schools/:school/settings/connection?ask#people"
	// ConnectionWhole is the connection page at all students of the list (GET).
	ConnectionWhole Address = "/schools/:school/settings/connection#list"
	// ProofTry is the connection page at the choice of a mark to try (GET).
	ProofTry Address = "/schools/:school/settings/connection#prove"
	// ProofDone is the page of ProofTry after sending was switched on, with the number of kept marks (GET).
	ProofDone Address = "/schools/:school/settings/connection?on#prove"
	// ProofMark makes a trial mark of one student (POST).
	ProofMark Address = "/schools/:school/settings/connection/marks"
	// ProofSeen records the answer of a person who looked up a trial mark in the school system (POST).
	ProofSeen Address = "/schools/:school/settings/connection/marks/:token/seen"
	// ProofOn switches sending on (POST).
	ProofOn Address = "/schools/:school/settings/connection/on"
	// ProofRight confirms that the marks of an already connected school are right (POST).
	ProofRight Address = "/schools/:school/settings/connection/right"
	// OtherStudents lists the students who may have been marked in place of others (GET), and records an admin's
	// confirmation that they are right (POST).
	OtherStudents Address = "/schools/:school/connection/others"
	// OtherStudentsSeen records that the office has seen the additional students in answers (POST).
	OtherStudentsSeen Address = "/schools/:school/connection/others/seen"
	// Tablets is the list of the school's tablets (GET), and adds one (POST).
	Tablets Address = "/schools/:school/settings/tablets"
	// TabletLift unlocks PINs for a name on the school's tablets (POST).
	TabletLift Address = "/schools/:school/settings/tablets/lift"
	// TabletSheet makes a page with codes for all classes (POST).
	TabletSheet Address = "/schools/:school/settings/tablets/sheet"
	// TabletApprove approves a tablet that shows a code (POST).
	TabletApprove Address = "/schools/:school/settings/tablets/approve"
	// TabletChange changes the settings of a tablet (GET, POST).
	TabletChange Address = "/schools/:school/settings/tablets/of/:tablet"
	// TabletCode makes another code for a tablet (POST).
	TabletCode Address = "/schools/:school/settings/tablets/of/:tablet/code"
	// TabletRevoke unpairs a tablet (POST).
	TabletRevoke Address = "/schools/:school/settings/tablets/of/:tablet/revoke"
)
