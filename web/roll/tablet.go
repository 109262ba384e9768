package roll

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// TabletID names a tablet at a classroom door. It is made of random bytes, and is no secret.
type TabletID string

// TabletMode is the use that a tablet is put to.
type TabletMode string

// The modes.
const (
	// TeacherMode shows the roll of a class to staff, after a PIN.
	TeacherMode TabletMode = "teacher"
	// StudentsMode has students tap their own names.
	StudentsMode TabletMode = "students"
	// HiddenNamesMode is StudentsMode with names that are hidden while nobody touches the tablet.
	HiddenNamesMode TabletMode = "students_hidden"
)

// TabletModes lists all of them, in the order in which people choose one.
func TabletModes() []TabletMode { return []TabletMode{TeacherMode, StudentsMode, HiddenNamesMode} }

// Taps tells whether students tap their own names.
func (m TabletMode) Taps() bool { return m == StudentsMode || m == HiddenNamesMode }

// ParseTabletMode reads "teacher", "students" or "students_hidden"; ok is false for anything else.
func ParseTabletMode(text string) (mode TabletMode, ok bool) {
	mode = TabletMode(text)
	return mode, slices.Contains(TabletModes(), mode)
}

// TabletClass is a class whose roll a tablet shows, with the name that it had when it was
// chosen.
type TabletClass struct {
	ID   ClassID
	Name string
}

// Tablet is a shared device at a classroom door. It belongs to nobody, and staff take on it today's roll of
// its classes.
type Tablet struct {
	ID     TabletID
	School SchoolID
	// Name says where it hangs, such as "Door 12".
	Name string
	Mode TabletMode
	// Sounds tells whether a sound and a vibration go with each tap.
	Sounds bool
	// Classes are its classes, in whatever period is current; there is at least one.
	Classes []TabletClass
	// Version counts how often a device was paired: only the last one has the right version. It
	// is 0 while none was.
	Version int64
	// Edition counts the changes of what it may show.
	Edition int64
	MadeAt  time.Time
	// PairedAt tells when the device was paired, PairedBy the name of the person who let it in;
	// zero and empty while none was.
	PairedAt time.Time
	PairedBy string
	// SeenAt tells when it last asked for something, to the minute.
	SeenAt time.Time
	// Waiting counts the taps not yet sent that it kept then, by its own word.
	Waiting int
	// Rolls holds the rolls that it kept then, by its own word, and that nobody has saved.
	Rolls KeptRolls
	// RevokedAt tells when it was unpaired; zero while it is not.
	RevokedAt time.Time
}

// Paired tells whether a device with the version of the tablet is let in.
func (t Tablet) Paired(version int64) bool {
	return t.Version > 0 && t.Version == version && t.RevokedAt.IsZero()
}

// Has tells whether the class is one of the tablet's.
func (t Tablet) Has(class ClassID) bool {
	return slices.ContainsFunc(t.Classes, func(one TabletClass) bool { return one.ID == class })
}

// KeptRolls are rolls that were taken on a tablet and wait on it, as the tablet writes them: the date
// and the class of each, such as "2026-11-19 8B", with the class percent-encoded and commas between.
type KeptRolls string

// KeptRoll is one of KeptRolls.
type KeptRoll struct {
	Date  Date
	Class ClassID
}

// longestKeptRolls bounds what a tablet can say, in bytes: the rolls of its classes of weeks.
const longestKeptRolls = 4000

// ParseKeptRolls reads what a tablet says that it keeps, "none" included; ok is false for anything
// else than KeptRolls in ASCII, and for more than 4000 bytes.
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
	class, err := url.PathUnescape(escaped)
	return KeptRoll{Date: date, Class: ClassID(class)}, err == nil && class != ""
}

// List returns the rolls one by one.
func (k KeptRolls) List() []KeptRoll {
	var list []KeptRoll
	for part := range strings.SplitSeq(string(k), ",") {
		if kept, ok := parseKeptRoll(part); ok {
			list = append(list, kept)
		}
	}
	return list
}

// TabletState is the state of a tablet in the list of the school.
type TabletState string

// The states.
const (
	// TabletNew was never paired.
	TabletNew TabletState = "new"
	// TabletPaired is let in.
	TabletPaired TabletState = "paired"
	// TabletRevoked may show nothing more of the school.
	TabletRevoked TabletState = "removed"
)

// State returns the state of the tablet in the list.
func (t Tablet) State() TabletState {
	switch {
	case !t.RevokedAt.IsZero():
		return TabletRevoked
	case t.Version == 0:
		return TabletNew
	}
	return TabletPaired
}

// longestTabletName is the most characters of a tablet's name: it stands beside every mark.
const longestTabletName = 40

// ParseTabletName reads the name of a tablet as ParseCoverName reads that of a person, of at most
// 40 characters.
func ParseTabletName(text string) (name string, ok bool) {
	name, ok = ParseCoverName(text)
	return name, ok && len([]rune(name)) <= longestTabletName
}

// PairingLasts is the time for which a pairing code is good.
const PairingLasts = 10 * time.Minute

// MostOpenCodes limits the codes that are open in one school at a time. It bounds what somebody
// who guesses can hit.
const MostOpenCodes = 40

// PairingID names a pairing code. It is made of the code with a key of the server, and tells
// nothing of it.
type PairingID string

// Pairing lets one device become a tablet, once: by the code that staff give it, or by the code
// that it shows to staff.
type Pairing struct {
	ID PairingID
	// Tablet and School are empty for a code that a device shows, until staff approve it.
	Tablet TabletID
	School SchoolID
	// Device is the hash of the device that shows the code; empty for a code of staff.
	Device string
	// Number is the number that staff compare for a code that a device shows.
	Number string
	// Address is the address from which that device asked.
	Address string
	// MadeBy is the name of the person who made or approved it.
	MadeBy string
	MadeAt time.Time
	// Ends is the first instant at which it is worth nothing any more.
	Ends time.Time
	// UsedAt tells when it was used, RefusedAt when staff refused it; zero for not yet.
	UsedAt, RefusedAt time.Time
	// UsedBy is the hash of the device that used a code of staff.
	UsedBy string
	// TriedAt tells when somebody tried the code again after it was used, and TriedFrom from where;
	// zero and empty where nobody did.
	TriedAt   time.Time
	TriedFrom string
}

// Open tells whether the pairing can still come about at the instant.
func (p Pairing) Open(now time.Time) bool {
	return p.UsedAt.IsZero() && p.RefusedAt.IsZero() && now.Before(p.Ends)
}

// Approved tells whether staff let the device in that shows the code.
func (p Pairing) Approved() bool { return p.Tablet != "" }

const (
	// pairingLetters are the letters of codes: no 0 and O, no 1, I and L, which look alike.
	pairingLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
	pairingLength  = 8
)

// PairingCode is the code that random bytes make: 8 characters, each of 31. There are
// 31^8 = 852,891,037,441 codes. It takes 5 bytes for each character, so that none is likelier
// than another by more than one in 10^10; random must have 40.
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

// ParsePairingCode reads a code as somebody types it: in any case, with spaces and hyphens where
// one likes. ok is false for text that is no code.
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

// SpacedCode is the code as people read it: in two halves.
func SpacedCode(code string) string {
	if len(code) != pairingLength {
		return code
	}
	return code[:pairingLength/2] + " " + code[pairingLength/2:]
}

// LateAt tells whether a student who comes at the instant is late: after the last minute of the
// school's rule. Where the school has none, nobody is.
func (s School) LateAt(instant time.Time) bool {
	return s.LateAfter != "" && TimeOfDay(instant.In(s.Zone).Format("15:04")) > s.LateAfter
}

// IsIn tells whether the family says that the student is there.
func (f Family) IsIn() bool { return f == Present || f == Late }

// StatusAt returns the status of a student who comes at the instant: the first of Present, or of
// Late by the school's rule; ok is false where the school has no such status. A school without
// Late has nobody late.
func (s School) StatusAt(instant time.Time, statuses []Status) (status Status, ok bool) {
	if s.LateAt(instant) {
		if status, ok = firstOf(Late, statuses); ok {
			return status, true
		}
	}
	return firstOf(Present, statuses)
}

func firstOf(family Family, statuses []Status) (Status, bool) {
	for _, status := range statuses {
		if status.Family == family {
			return status, true
		}
	}
	return Status{}, false
}

// TapRefusal says why Rollbook refused the taps of a tablet.
type TapRefusal string

// The reasons.
const (
	// TapMoved: the tablet does not show the class any more.
	TapMoved TapRefusal = "moved"
	// TapNotOnList: the student is not in the class.
	TapNotOnList TapRefusal = "not_on_list"
	// TapClosed: the school is closed on that day.
	TapClosed TapRefusal = "closed"
	// TapNoStatus: the school has no status that means present.
	TapNoStatus TapRefusal = "no_status"
	// TapOtherTime: the tap is of a time that cannot be, or of a day that nobody can mark any more.
	TapOtherTime TapRefusal = "time"
	// TapOver: the day of a roll was over before the tablet could send it.
	TapOver TapRefusal = "over"
	// TapOther is every other reason.
	TapOther TapRefusal = "other"
)

// TapRefusals lists all of them.
func TapRefusals() []TapRefusal {
	return []TapRefusal{TapMoved, TapNotOnList, TapClosed, TapNoStatus, TapOtherTime, TapOver, TapOther}
}

// ParseTapRefusal reads a reason; any other text is TapOther.
func ParseTapRefusal(text string) TapRefusal {
	if reason := TapRefusal(text); slices.Contains(TapRefusals(), reason) {
		return reason
	}
	return TapOther
}

// RefusedMark is a tap that cannot be saved as it is, or a mark of a roll that a tablet kept. The office marks
// the student by hand.
type RefusedMark struct {
	// Press is the tablet's own name of the batch in which it came.
	Press     string
	Enrolment EnrolmentID
	// Generation is that of the page, with which its number names the student; 0 where it is not known.
	Generation int64
	// Student has the name that went with the number then, as far as that is known.
	Student Enrolment
	// Tablet and Class are the names that they had then.
	Tablet, Class string
	Date          Date
	TappedAt      time.Time
	// Status is the name of the status that a roll gave; empty for a tap.
	Status string
	Reason TapRefusal
}
