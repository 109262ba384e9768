package paths

// The addresses of a school: its days, rolls and students.
const (
	// School is the school's first page: today, with its classes (GET).
	School Address = "/schools/:school"
	// Absences are the school's known absences of a month, such as 2026-11 (GET), and keep one for the students of the
	// form (POST).
	Absences Address = "/schools/:school/absences?month"
	// AbsenceChange is the page of Absences with the form that changes one (GET).
	AbsenceChange Address = "/schools/:school/absences?change"
	// AbsenceEnd takes a known absence back (POST).
	AbsenceEnd Address = "/schools/:school/absences/:known/end"
	// AbsenceReasons are the school's reasons for known absences (GET, POST).
	AbsenceReasons Address = "/schools/:school/absences/reasons"
	// AbsenceFile keeps the known absences of a file (POST).
	AbsenceFile Address = "/schools/:school/absences/file"
	// AbsenceMarks saves known absences of today (POST).
	AbsenceMarks Address = "/schools/:school/absences/marks"
	// Pasted collects the students of a pasted list (POST).
	Pasted Address = "/schools/:school/students/pasted"
	// OpenPeriod opens a school year or term for days that none contains (POST).
	OpenPeriod Address = "/schools/:school/day/period"
	// Roll is the roll of a class on a date (GET), and takes its form (POST).
	Roll Address = "/schools/:school/roll" + ofRoll
	// Unlisted tells the office of a student whom the roll's list does not name (GET, POST).
	Unlisted Address = "/schools/:school/roll/unlisted" + ofRoll
	// ClassCheck takes a teacher's answer about a new list (POST).
	ClassCheck Address = "/schools/:school/roll/check" + ofRoll
	// AskClassAgain takes such an answer back, so that the roll asks again (POST).
	AskClassAgain Address = "/schools/:school/day/check"
	// UnlistedAnswer takes the office's answer about such a student (POST).
	UnlistedAnswer Address = "/schools/:school/day/unlisted/:unlisted"
	// RollStatuses is only the status cells of a roll (GET).
	RollStatuses Address = "/schools/:school/roll/statuses" + ofRoll
	// RollEvents is the stream of server-sent events of a roll (GET).
	RollEvents Address = "/schools/:school/roll/events" + ofRoll
	// Save is the page about a save (GET).
	Save Address = "/schools/:school/saves/:token"
	// SaveRequest is the exact request and answer of a save (GET). Others is the token of the second save of the
	// same press, or empty.
	SaveRequest Address = "/schools/:school/saves/:token/request?others_save"
	// SaveDecisions receives a person's decisions about rows in conflict (POST).
	SaveDecisions Address = "/schools/:school/saves/:token/decisions"
	// SaveBack shows each student's status after taking a save back, and takes it back (GET, POST).
	SaveBack Address = "/schools/:school/saves/:token/back"
	// SaveSend sends one stopped save (POST).
	SaveSend Address = "/schools/:school/saves/:token/send"
	// SaveByHand notes one stopped save as keyed by hand (POST).
	SaveByHand Address = "/schools/:school/saves/:token/by-hand"
	// Connection is the page about the connection to the school system (GET).
	Connection Address = "/schools/:school/connection"
	// ConnectionKey stores a new key of the school system (POST).
	ConnectionKey Address = "/schools/:school/connection/key"
	// ConnectionStart starts sending from a copied database (POST).
	ConnectionStart Address = "/schools/:school/connection/start"
	// ConnectionSend sends all stopped saves (POST).
	ConnectionSend Address = "/schools/:school/connection/send"
	// ConnectionChecked is the page after a check of all lists (GET).
	ConnectionChecked Address = "/schools/:school/settings/connection?checked=1"
	// ConnectionList puts a held list of students in use (POST).
	ConnectionList Address = "/schools/:school/connection/list"
	// ConnectionCount stores how many students the school system shows (POST).
	ConnectionCount Address = "/schools/:school/connection/count"
	// ConnectionMoved decides about a mark from before a change of the connection (POST).
	ConnectionMoved Address = "/schools/:school/connection/moved"
	// ConnectionMovedSend sends those of these marks whose students are unchanged (POST).
	ConnectionMovedSend Address = "/schools/:school/connection/moved/send"
	// ConnectionWaiting is the printable list of the waiting marks (GET).
	ConnectionWaiting Address = "/schools/:school/connection/waiting"
	// Day is the office's page of a date (YYYY-MM-DD), by default today, with the classes in an order other than the
	// school's: "teacher" (GET).
	Day Address = "/schools/:school/day?date&order"
	// DayCells is only the part of a board that changes (GET).
	DayCells Address = "/schools/:school/day/cells?period&date&as_today"
	// DayRefused removes refused taps from the office's list (POST).
	DayRefused Address = "/schools/:school/day/refused"
	// DayEvents is the stream of server-sent events of a board (GET).
	DayEvents Address = "/schools/:school/day/events?period&date&as_today"
	// Comparison compares today in the school system with Rollbook's marks (GET).
	Comparison Address = "/schools/:school/comparison"
	// SearchStudents searches for students by the words of a form, and leads to an address without them (POST): what a
	// person searches is mostly a name, and addresses stay in histories and logs.
	SearchStudents Address = "/schools/:school/students/search"
	// Suggested lists the meanings of the text in the search (POST).
	Suggested Address = "/schools/:school/students/suggested"
	// Tray marks all collected students (POST).
	Tray Address = "/schools/:school/students/tray"
	// Movements keep a movement of a student (POST).
	Movements Address = "/schools/:school/students/movements"
	// MovementEnd removes a movement (POST).
	MovementEnd Address = "/schools/:school/students/movements/:movement/end"
	// History is the history of an enrolment's mark on a date (YYYY-MM-DD) (GET).
	History Address = "/schools/:school/students/:enrolment/history?date"
	// Days is the page for marking an enrolment on a range of dates (YYYY-MM-DD); both may be empty (GET, POST).
	Days Address = "/schools/:school/students/:enrolment/days?from&to"
	// DaysStop stops the waiting marks of a range (POST).
	DaysStop Address = "/schools/:school/students/:enrolment/days/stop"
	// DaysSend sends the stopped marks of a range again (POST).
	DaysSend Address = "/schools/:school/students/:enrolment/days/send"
	// StudentsImported is the page after storing the list of a school year or term (GET).
	StudentsImported Address = "/schools/:school/settings/students?imported"
	// StudentsFile is the uploaded file of students that is not confirmed yet (GET, POST).
	StudentsFile Address = "/schools/:school/settings/students/file"
	// StudentsDiscard deletes that file (POST).
	StudentsDiscard Address = "/schools/:school/settings/students/discard"
	// StudentsSource makes the school system the source of the students again (POST).
	StudentsSource Address = "/schools/:school/settings/students/source"
	// StatusesSource chooses the source of the school's statuses (POST).
	StatusesSource Address = "/schools/:school/settings/statuses/source"
	// StatusesAlias adds another name of a status (POST).
	StatusesAlias Address = "/schools/:school/settings/statuses/alias"
	// Teachers is the page of the classes' teachers (GET, POST).
	Teachers Address = "/schools/:school/settings/teachers"
	// TeachersFile takes a list of classes and teachers (POST).
	TeachersFile Address = "/schools/:school/settings/teachers/file"
	// KeyAction is an action on one of the school's keys: test, use or remove (POST).
	KeyAction Address = "/schools/:school/settings/keys/:key/:action"
	// WebhookSecrets adds a secret for the school system's signatures (POST).
	WebhookSecrets Address = "/schools/:school/settings/webhooks/secrets"
	// WebhookSecretRemove deletes a secret (POST).
	WebhookSecretRemove Address = "/schools/:school/settings/webhooks/secrets/:secret/remove"
	// WebhookStandard resets the signing to Standard Webhooks (POST).
	WebhookStandard Address = "/schools/:school/settings/webhooks/standard"
	// SchoolMarks is all marks of the school, as a file (POST).
	SchoolMarks Address = "/schools/:school/settings/school/marks.csv"
	// RemoveSchool removes the school (POST).
	RemoveSchool Address = "/schools/:school/settings/school/remove"
	// AbsencesKept is the page of Absences with a sentence after a press that kept some of them, and one about the days
	// from old to old_to if their marks are too long ago to correct (GET).
	AbsencesKept Address = "/schools/:school/absences?said&kept&old&old_to"
	// AbsenceOf is the page of Absences with the form for the students (GET).
	AbsenceOf Address = "/schools/:school/absences?student"
	// Find is the page of found students (GET), and marks one of them (POST).
	Find Address = "/schools/:school/students?q&sought&date&open&saved&tray"
	// Settings is a part of the school's settings, or their first page for an empty part (GET, POST).
	Settings Address = "/schools/:school/settings/:part"
	// Audit is the page of the audit log (GET).
	Audit Address = "/schools/:school/settings/audit?by&kind&day&before"
	// AuditFile is the audit log as a file (GET).
	AuditFile Address = "/schools/:school/settings/audit.csv?by&kind&day"
	// Groups are the school's groups of students (GET, POST), and OwnGroups a person's own (GET, POST).
	Groups    Address = "/schools/:school/settings/groups"
	OwnGroups Address = "/schools/:school/groups"
	// Tiles is only the tiles of a class on a tablet (GET).
	Tiles Address = "/schools/:school/roll/tiles" + ofRoll
	// TileEvents streams the tiles whenever they change (GET).
	TileEvents Address = "/schools/:school/roll/tiles/events" + ofRoll
	// Taps receives students' taps from a tablet (POST), made on a page of the school's Generation. The tablet sends
	// stored taps with them.
	Taps Address = "/schools/:school/roll/taps?generation"
	// Covers is the page where the office makes such links, for the class of the period if both are given (GET,
	// POST).
	Covers Address = "/schools/:school/covers?period&class"
	// CoverRevoke ends a link (POST).
	CoverRevoke Address = "/schools/:school/covers/:cover/revoke"
	// Exports is the page of exports, of a range or by default of today (GET).
	Exports Address = "/schools/:school/exports" + ofExport
	// PrintDay is a day for printing, optionally of one class (GET).
	PrintDay Address = "/schools/:school/exports/print" + ofRoll
	// PaperRoll is an empty roll of a class, to be filled in by hand (GET).
	PaperRoll Address = "/schools/:school/exports/paper" + ofRoll
	// StudentMonth is a month (YYYY-MM) of a student in a school year or term (GET).
	StudentMonth Address = "/schools/:school/students/:enrolment/month?period&month"
	// CodesOf adopts the authority's codes from a source: england, or a file (POST).
	CodesOf Address = "/schools/:school/settings/codes/:source"
	// CalendarAdd adds a range of closed days (POST).
	CalendarAdd Address = "/schools/:school/settings/calendar/days"
	// CalendarRemove removes a range of closed days (POST).
	CalendarRemove Address = "/schools/:school/settings/calendar/days/:range/remove"
	// Reminders lists the people who have not taken today's roll (GET), and mails the list (POST).
	Reminders Address = "/schools/:school/reminders"
	// RemindTeachers reminds teachers of today's missing rolls (POST).
	RemindTeachers Address = "/schools/:school/reminders/teachers"
	// Evacuation is the list of who is in the building. Copied is list for a copy of it, or none for the page of
	// a device without a copy (GET).
	Evacuation Address = "/schools/:school/evacuation?copy"
	// EvacuationWorker is the script that shows the list without a network (GET).
	EvacuationWorker Address = "/schools/:school/evacuation/worker.js"
	// FindStudentData goes to StudentData of a number (GET).
	FindStudentData Address = "/schools/:school/students/data"
	// StudentData shows all data about a student (GET).
	StudentData Address = "/schools/:school/students/:enrolment/data"
	// StudentFile is everything that is kept about a student, as a file (POST).
	StudentFile Address = "/schools/:school/students/:enrolment/data/file"
	// EraseStudent erases a student (POST).
	EraseStudent Address = "/schools/:school/students/:enrolment/data/erase"
	// ExportMarks is the marks of a range as a csv or xlsx file (GET).
	ExportMarks Address = "/schools/:school/exports/marks.:kind" + ofExport
	// ExportSummary is the page of a range's summary (GET).
	ExportSummary Address = "/schools/:school/exports/summary" + ofExport
	// SummaryFile is the summary as a csv or xlsx file (GET).
	SummaryFile Address = "/schools/:school/exports/summary.:kind" + ofExport
	// ClassMonth is a month (YYYY-MM) of a class. Narrow windows show its n-th week, from 1 (GET).
	ClassMonth Address = "/schools/:school/month?period&class&month&week"
)
