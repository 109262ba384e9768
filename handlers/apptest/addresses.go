package apptest

// The addresses of the first school's pages.
const (
	DayPath        = "/schools/harbour/day"
	EvacuationPath = "/schools/harbour/evacuation"
	RemindersPath  = "/schools/harbour/reminders"
	CoversPath     = "/schools/harbour/covers"
	ExportsPath    = "/schools/harbour/exports"
	ComparisonPath = "/schools/harbour/comparison"
	ConnectionPath = "/schools/harbour/connection"
	// SavesPath begins the addresses of the saves.
	SavesPath = "/schools/harbour/saves/"
	// OwnGroups is the address of one's own groups, SchoolGroups that of the school's.
	OwnGroups = "/schools/harbour/groups"
	// FindPath is the address of the finder. HistoryPath begins the addresses of a student's pages, such as the
	// history of a day.
	FindPath    = "/schools/harbour/students"
	HistoryPath = FindPath + "/"
)

// The addresses of the first school's settings.
const (
	SettingsPath    = "/schools/harbour/settings"
	CalendarPath    = SettingsPath + "/calendar"
	ConnectPath     = SettingsPath + "/connection"
	DaySettingsPath = SettingsPath + "/day"
	KeysPage        = SettingsPath + "/keys"
	PeoplePath      = SettingsPath + "/people"
	SchoolGroups    = SettingsPath + "/groups"
	StatusesPath    = SettingsPath + "/statuses"
	TabletsPath     = SettingsPath + "/tablets"
	TimesPath       = SettingsPath + "/times"
	WebhooksPage    = SettingsPath + "/webhooks"
	StudentsPath    = SettingsPath + "/students"
	// FilePath is the address for uploading a file of students.
	FilePath = StudentsPath + "/file"
)

// Of8B is the query of a class on the day of the tests.
const Of8B = "class=8B&date=" + Today
