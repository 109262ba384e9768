package roll

// Family groups attendance statuses by what they mean, so that they can be
// coloured and counted whatever a school calls them.
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
	// Letter is the one or two characters of its chip.
	Letter string
	Family Family
	// CarriesTime reveals a time beside the status: Late, Left early.
	CarriesTime bool
}

// Families lists all of them, in the order in which people choose one.
func Families() []Family {
	return []Family{Present, Absent, Late, Excused, LeftEarly, Remote, Other}
}

// NoStatus is the [StatusID] of a name in answers that means none of the school's statuses: a
// person said so. No status has this id.
const NoStatus = -1

// LetterLimit is the most characters of a status's letter.
const LetterLimit = 2

// OtherName is a name that the service returned for a status that was sent under another.
type OtherName struct {
	Returned string
	Sent     StatusID
	// Marks counts the marks that came back under the name.
	Marks int
}
