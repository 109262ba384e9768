package roll

// Family groups attendance statuses by meaning, so that they can be coloured and counted whatever a school
// calls them.
type Family string

// The families.
const (
	Present   Family = "present"
	Absent    Family = "absent"
	Late      Family = "late"
	Excused   Family = "excused"
	LeftEarly Family = "left"
	Remote    Family = "remote"
	Other     Family = "other"
)

// Status is an attendance status of a school.
type Status struct {
	ID   StatusID
	Name string
	// Letter is the text of its chip, one or two characters.
	Letter string
	Family Family
	// CarriesTime shows a time field beside the status: Late, Left early.
	CarriesTime bool
}

// Families returns all families, in the order of choice.
func Families() []Family {
	return []Family{Present, Absent, Late, Excused, LeftEarly, Remote, Other}
}

// NoStatus is the [StatusID] for a returned name that a person declared to be none of the school's statuses.
// No status has this id.
const NoStatus = -1

// LetterLimit is the most characters of a status's letter.
const LetterLimit = 2

// OtherName is a status name in answers that differs from the name sent.
type OtherName struct {
	Returned string
	Sent     StatusID
	// Marks counts the marks that came back under the name.
	Marks int
}
