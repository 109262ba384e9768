package apiclient

// MappingVersion is the version of [Mapping] that this package reads.
const MappingVersion = 1

// Mapping says how the calls that the service's document leaves open (sections 4.2 and 4.3) are made
// and read at one school: for each call its path, its paging, and where the list and each field stand
// in the answer, as JSONPath (RFC 9535). It holds no secret and is stored as JSON.
//
// The path of a call begins with / and is meant under the base address. It may hold a query and the
// placeholders {period}, {class} and {date}, which are escaped when they are filled.
//
// An empty field path means that the service does not give that field.
type Mapping struct {
	Version         int                  `json:"version"`
	Periods         PeriodsCall          `json:"periods"`
	Classes         *ClassesCall         `json:"classes,omitempty"`
	Students        StudentsCall         `json:"students"`
	Statuses        StatusesCall         `json:"statuses"`
	DailyAttendance *DailyAttendanceCall `json:"dailyAttendance,omitempty"`
}

// Call is what all reading calls have in common.
type Call struct {
	Path string `json:"path"`
	// Absent says that the service has no such call, and everything else about it is left out: the list
	// comes from elsewhere. Students and statuses only.
	Absent bool `json:"absent,omitempty"`
	// List leads to the list: to one array, or to its items one by one.
	List   string `json:"list"`
	Paging Paging `json:"paging,omitzero"`
}

// PeriodsCall lists the school periods (service document, section 4.2).
type PeriodsCall struct {
	Call
	Fields PeriodFields `json:"fields"`
}

// PeriodFields are paths inside one item of the list; "$" is the item itself.
type PeriodFields struct {
	ID      string `json:"id"`
	Name    string `json:"name,omitempty"`
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Current string `json:"current,omitempty"`
}

// ClassesCall lists the classes of a period. It is needed only where students are listed by class.
type ClassesCall struct {
	Call
	Fields ClassFields `json:"fields"`
}

// ClassFields are paths inside one item of the list.
type ClassFields struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// Scope says what one call for students covers.
type Scope string

// The scopes of [StudentsCall].
const (
	ByPeriod Scope = "period"
	ByClass  Scope = "class"
)

// StudentsCall lists the students of a period, or of a class of a period.
type StudentsCall struct {
	Call
	By     Scope           `json:"by"`
	Fields EnrolmentFields `json:"fields"`
}

// EnrolmentFields are paths inside one item of the list. Only the enrolment's id is needed.
type EnrolmentFields struct {
	EnrolmentID string `json:"enrolmentId"`
	StudentID   string `json:"studentId,omitempty"`
	GivenName   string `json:"givenName,omitempty"`
	FamilyName  string `json:"familyName,omitempty"`
	FullName    string `json:"fullName,omitempty"`
	KnownAs     string `json:"knownAs,omitempty"`
	ClassID     string `json:"classId,omitempty"`
	ClassName   string `json:"className,omitempty"`
	Photo       string `json:"photo,omitempty"`
}

// StatusesCall lists the attendance statuses.
type StatusesCall struct {
	Call
	Fields StatusFields `json:"fields"`
}

// StatusFields are paths inside one item of the list.
type StatusFields struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// DailyAttendanceCall reads what is recorded for a day. No document shows such a call.
type DailyAttendanceCall struct {
	Call
	Fields DayMarkFields `json:"fields"`
}

// DayMarkFields are paths inside one item of the list. One of the two ids and one of the two statuses
// are needed.
type DayMarkFields struct {
	StudentID   string `json:"studentId,omitempty"`
	EnrolmentID string `json:"enrolmentId,omitempty"`
	Status      string `json:"status,omitempty"`
	StatusID    string `json:"statusId,omitempty"`
	Date        string `json:"date,omitempty"`
	Comments    string `json:"comments,omitempty"`
	CheckIn     string `json:"checkIn,omitempty"`
	CheckOut    string `json:"checkOut,omitempty"`
}

// PagingKind says how a long list is continued.
type PagingKind string

// The kinds of paging. The empty kind means the same as [PagingNone].
const (
	PagingNone   PagingKind = "none"
	PagingPage   PagingKind = "page"   // Parameter counts pages
	PagingOffset PagingKind = "offset" // Parameter counts items
	PagingCursor PagingKind = "cursor" // Parameter takes what Cursor finds in the answer before
	PagingLink   PagingKind = "link"   // the Link header's rel="next" (RFC 8288), or the address that Cursor finds; below the base address only
)

// Paging says how a list that comes in pages is read to its end. A list with more pages or items than
// allowed is an error, never a shorter list.
type Paging struct {
	Kind PagingKind `json:"kind,omitempty"`
	// Parameter is the query parameter of the page, offset or cursor.
	Parameter string `json:"parameter,omitempty"`
	// First is the first page's number (kind page), often 0 or 1.
	First int `json:"first,omitempty"`
	// SizeParameter is the query parameter of the page size, if there is one.
	SizeParameter string `json:"sizeParameter,omitempty"`
	// Size is the number of items of a full page. A page with fewer is the last (kinds page and
	// offset). 0: unknown, then the first empty page is the last.
	Size int `json:"size,omitempty"`
	// Cursor leads to the next cursor in the answer (kind cursor), or to the address of the next page (kind
	// link); none, null or "" ends the list.
	Cursor string `json:"cursor,omitempty"`
	// Total leads to the number of all items, if the answer has one.
	Total string `json:"total,omitempty"`
	// MaxPages and MaxItems are limits; 0 means the greatest, 500 pages and 100,000 items.
	MaxPages int `json:"maxPages,omitempty"`
	MaxItems int `json:"maxItems,omitempty"`
}

// The greatest limits of [Paging].
const (
	MaxPages = 500
	MaxItems = 100_000
)
