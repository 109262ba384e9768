package roll

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// TabletID identifies a tablet at a classroom door. It is random, and not secret.
type TabletID string

// TabletMode is the use of a tablet.
type TabletMode string

// The modes.
const (
	// TeacherMode shows the roll of a class to staff, after a PIN.
	TeacherMode TabletMode = "teacher"
	// StudentsMode lets students tap their own names.
	StudentsMode TabletMode = "students"
	// HiddenNamesMode is StudentsMode with names hidden while the tablet is not touched.
	HiddenNamesMode TabletMode = "students_hidden"
)

// TabletModes returns all modes, in the order of choice.
func TabletModes() []TabletMode { return []TabletMode{TeacherMode, StudentsMode, HiddenNamesMode} }

// Taps reports whether students tap their own names.
func (m TabletMode) Taps() bool { return m == StudentsMode || m == HiddenNamesMode }

// ParseTabletMode reads "teacher", "students" or "students_hidden". It returns false for anything else.
func ParseTabletMode(text string) (mode TabletMode, ok bool) {
	mode = TabletMode(text)
	return mode, slices.Contains(TabletModes(), mode)
}

// TabletClass is a class that a tablet shows, with its name when it was chosen.
type TabletClass struct {
	ID   ClassID
	Name string
}

// TabletFault is a fault that a tablet's pages notice in themselves.
type TabletFault string

// The faults: an error of the page's scripts, and taps or reports that Rollbook cannot read. Marks of such a tablet may
// be missing.
const (
	NoTabletFault   TabletFault = ""
	TabletBroken    TabletFault = "broken"
	TabletMalformed TabletFault = "malformed"
)

// ParseTabletFault returns the fault of a tablet's report, where "none" is no fault. It returns false for other texts.
func ParseTabletFault(text string) (TabletFault, bool) {
	if fault := TabletFault(text); fault == TabletBroken || fault == TabletMalformed {
		return fault, true
	}
	return NoTabletFault, text == "none"
}

// Tablet is a shared device at a classroom door. It belongs to no person. Staff use it to take today's roll
// of its classes.
type Tablet struct {
	ID     TabletID
	School SchoolID
	// Name is its place, such as "Door 12".
	Name string
	Mode TabletMode
	// Language is the tag of its pages' language (BCP 47). Empty follows the school, or else the browser.
	Language string
	// Sounds adds a sound and a vibration to each tap.
	Sounds bool
	// Classes are its classes, in the current period. There is at least one.
	Classes []TabletClass
	// Version counts the pairings: only the last paired device has the right version. It is 0 before the
	// first.
	Version int64
	// Edition counts the changes of what it may show.
	Edition int64
	MadeAt  time.Time
	// PairedAt is when the device was paired, PairedBy the name of the person who approved it; zero and empty
	// before.
	PairedAt time.Time
	PairedBy string
	// SeenAt is its last request, to the minute.
	SeenAt time.Time
	// Waiting counts the unsent taps that the tablet reported then.
	Waiting int
	// Rolls are the unsaved rolls that the tablet reported then.
	Rolls KeptRolls
	// Fault is the fault that the tablet reported then.
	Fault TabletFault
	// RevokedAt is when it was unpaired; zero while it is not.
	RevokedAt time.Time
}

// Paired reports whether a device with the version may use the tablet.
func (t Tablet) Paired(version int64) bool {
	return t.Version > 0 && t.Version == version && t.RevokedAt.IsZero()
}

// Has reports whether the class is one of the tablet's.
func (t Tablet) Has(class ClassID) bool {
	return slices.ContainsFunc(t.Classes, func(one TabletClass) bool { return one.ID == class })
}

// ClassNames returns the names of the tablet's classes.
func (t Tablet) ClassNames() []string {
	names := make([]string, len(t.Classes))
	for i, class := range t.Classes {
		names[i] = class.Name
	}
	return names
}

// KeptRolls lists the rolls that wait on a tablet, in the tablet's form: the date of each, and its class and
// time, such as "2026-11-19 8B%2008:31", with the class and time percent-encoded and commas between.
type KeptRolls string

// KeptRoll is one of KeptRolls.
type KeptRoll struct {
	Date Date
	// Taken is its class and time, for people.
	Taken string
}

// longestKeptRolls limits the list of a tablet, in bytes: enough for the rolls of its classes over weeks.
const longestKeptRolls = 4000

// ParseKeptRolls reads a tablet's list of kept rolls, or "none". It returns false for text that is not
// KeptRolls in ASCII, or longer than 4000 bytes.
func ParseKeptRolls(text string) (kept KeptRolls, ok bool) {
	if text == "none" {
		return "", true
	}
	foreign := func(char rune) bool { return char < ' ' || char > '~' }
	if len(text) > longestKeptRolls || strings.ContainsFunc(text, foreign) {
		return "", false
	}
	for part := range strings.SplitSeq(text, ",") {
		if _, ok := parseKeptRoll(part); !ok {
			return "", false
		}
	}
	return KeptRolls(text), true
}

func parseKeptRoll(text string) (kept KeptRoll, ok bool) {
	day, escaped, _ := strings.Cut(text, " ")
	date, err := ParseDate(day)
	if err != nil {
		return kept, false
	}
	taken, err := url.PathUnescape(escaped)
	return KeptRoll{Date: date, Taken: taken}, err == nil && taken != ""
}

// List returns the single rolls.
func (k KeptRolls) List() []KeptRoll {
	var list []KeptRoll
	for part := range strings.SplitSeq(string(k), ",") {
		if kept, ok := parseKeptRoll(part); ok {
			list = append(list, kept)
		}
	}
	return list
}

// TabletState is the state of a tablet in the school's list.
type TabletState string

// The states.
const (
	// TabletNew was never paired.
	TabletNew TabletState = "new"
	// TabletPaired may be used.
	TabletPaired TabletState = "paired"
	// TabletRevoked may no longer show anything of the school.
	TabletRevoked TabletState = "removed"
)

// State returns the state of the tablet in the school's list.
func (t Tablet) State() TabletState {
	switch {
	case !t.RevokedAt.IsZero():
		return TabletRevoked
	case t.Version == 0:
		return TabletNew
	}
	return TabletPaired
}

// longestTabletName is the most characters of a tablet's name, which appears beside every mark.
const longestTabletName = 40

// ParseTabletName reads a tablet's name of at most 40 characters, by the rules of ParseCoverName.
func ParseTabletName(text string) (name string, ok bool) {
	name, ok = ParseCoverName(text)
	return name, ok && len([]rune(name)) <= longestTabletName
}

// PairingLasts is how long a pairing code is valid.
const PairingLasts = 10 * time.Minute

// MostOpenCodes limits the open codes of one school, and thereby the chance of a guess.
const MostOpenCodes = 40

// PairingID identifies a pairing code. It is a hash of the code with a key of the server and does not reveal
// the code.
type PairingID string

// Pairing lets one device become a tablet, once: with a code from staff, or with a code that the device shows
// to staff.
type Pairing struct {
	ID PairingID
	// Tablet and School are empty for a code shown by a device, until staff approve it.
	Tablet TabletID
	School SchoolID
	// Device is the hash of the device that shows the code; empty for a code from staff.
	Device string
	// Number is the number that staff compare for a code shown by a device.
	Number string
	// Address is the network address of that device.
	Address string
	// MadeBy is the name of the person who made or approved it.
	MadeBy string
	MadeAt time.Time
	// Ends is the time from which it is invalid.
	Ends time.Time
	// UsedAt is when it was used, RefusedAt when staff refused it; zero for not yet.
	UsedAt, RefusedAt time.Time
	// UsedBy is the hash of the device that used a code from staff.
	UsedBy string
	// TriedAt is when the code was tried again after its use, and TriedFrom the address; zero and empty for
	// never.
	TriedAt   time.Time
	TriedFrom string
}

// Open reports whether the pairing is still possible at now.
func (p Pairing) Open(now time.Time) bool {
	return p.UsedAt.IsZero() && p.RefusedAt.IsZero() && now.Before(p.Ends)
}

// Approved reports whether staff approved the device that shows the code.
func (p Pairing) Approved() bool { return p.Tablet != "" }

const (
	// pairingLetters are the characters of codes, without 0, O, 1, I and L, which look alike.
	pairingLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
	pairingLength  = 8
)

// PairingCode makes a code of 8 characters, each from 31, out of 40 random bytes. There are 31^8 =
// 852,891,037,441 codes. It uses 5 bytes for each character, so that the probabilities differ by at most one
// in 10^10.
func PairingCode(random []byte) string {
	code := make([]byte, pairingLength)
	for i := range code {
		number := uint64(0)
		for _, part := range random[5*i : 5*i+5] {
			number = number<<8 | uint64(part)
		}
		code[i] = pairingLetters[number%uint64(len(pairingLetters))]
	}
	return string(code)
}

// ParsePairingCode reads a typed code in any case, with spaces and hyphens anywhere. It returns false for
// text that is not a code.
func ParsePairingCode(text string) (code string, ok bool) {
	code = strings.ToUpper(strings.Map(func(char rune) rune {
		if char == ' ' || char == '-' || char == '\t' {
			return -1
		}
		return char
	}, text))
	foreign := func(char rune) bool { return !strings.ContainsRune(pairingLetters, char) }
	return code, len(code) == pairingLength && !strings.ContainsFunc(code, foreign)
}

// SpacedCode returns the code in two halves, for people.
func SpacedCode(code string) string {
	if len(code) != pairingLength {
		return code
	}
	return code[:pairingLength/2] + " " + code[pairingLength/2:]
}

// LateAt reports whether an arrival at the instant is late: after the school's LateAfter minute. Without one
// no arrival is late.
func (s School) LateAt(instant time.Time) bool {
	return s.LateAfter != "" && TimeOfDay(instant.In(s.Zone).Format("15:04")) > s.LateAfter
}

// IsIn reports whether the family means that the student is there.
func (f Family) IsIn() bool { return f == Present || f == Late }

// StatusAt returns the status of a student who arrives at the instant: the first of Present, or of Late by
// the school's rule. It returns nil when the school has no such status. In a school without Late no student
// is late.
func (s School) StatusAt(instant time.Time, statuses []Status) *Status {
	if late := FirstOf(Late, statuses); late != nil && s.LateAt(instant) {
		return late
	}
	return FirstOf(Present, statuses)
}

// FirstOf returns the first status of the family, or nil.
func FirstOf(family Family, statuses []Status) *Status {
	for i := range statuses {
		if statuses[i].Family == family {
			return &statuses[i]
		}
	}
	return nil
}

// TapRefusal is the reason why Rollbook refused a tablet's taps.
type TapRefusal string

// The reasons.
const (
	// TapMoved: the tablet no longer shows the class.
	TapMoved TapRefusal = "moved"
	// TapNotOnList: the student is not in the class.
	TapNotOnList TapRefusal = "not_on_list"
	// TapClosed: the school is closed on that day.
	TapClosed TapRefusal = "closed"
	// TapNoStatus: the school has no status that means present.
	TapNoStatus TapRefusal = "no_status"
	// TapOtherTime: the time of the tap is impossible, or its day can no longer be marked.
	TapOtherTime TapRefusal = "time"
	// TapOver: the day of a roll was over before the tablet could send it.
	TapOver TapRefusal = "over"
	// TapOther is every other reason.
	TapOther TapRefusal = "other"
)

// ParseTapRefusal reads a reason; any other text is TapOther.
func ParseTapRefusal(text string) TapRefusal {
	known := []TapRefusal{TapMoved, TapNotOnList, TapClosed, TapNoStatus, TapOtherTime, TapOver}
	if reason := TapRefusal(text); slices.Contains(known, reason) {
		return reason
	}
	return TapOther
}

// RefusedMark is a tap that cannot be saved as it is, or a mark of a roll that a tablet kept. The office
// marks the student by hand.
type RefusedMark struct {
	// Press is the tablet's own name for the batch.
	Press     string
	Enrolment EnrolmentID
	// Generation is the page's generation, which defines the student's number; 0 when unknown.
	Generation int64
	// Student contains the name for the number at that time, if known.
	Student Enrolment
	// Tablet and Class are the names at that time.
	Tablet, Class string
	Date          Date
	TappedAt      time.Time
	// Status is the name of a roll's status; empty for a tap.
	Status string
	Reason TapRefusal
}
