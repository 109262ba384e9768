package roll

import (
	"errors"
	"strconv"
)

// ErrIdentifier is returned by functions that read an identifier.
var ErrIdentifier = errors.New("not a positive whole number in plain decimal digits")

// EnrolmentID identifies a student in a school period. A save sends it as studentSemesterInfoIds (service
// document, section 4.1).
type EnrolmentID int64

// StudentID identifies the person. An answer returns it as studentId (service document, section 2.2). Zero
// means that the school's data does not give it.
type StudentID int64

// StatusID identifies an attendance status (service document, section 2.3).
type StatusID int64

// PeriodID identifies a school period, as the school system writes it.
type PeriodID string

// ClassID identifies a class: its id, or its name when the school's data has no ids.
type ClassID string

// PersonID identifies a person who signs in to Rollbook.
type PersonID string

// SchoolID is a school's slug: short, lower-case, part of every address, never changed.
type SchoolID string

// Token identifies one press of Save. It is made together with the page.
type Token string

// String returns the id in decimal digits.
func (id EnrolmentID) String() string { return strconv.FormatInt(int64(id), 10) }

// String returns the id in decimal digits.
func (id StudentID) String() string { return strconv.FormatInt(int64(id), 10) }

// String returns the id in decimal digits.
func (id StatusID) String() string { return strconv.FormatInt(int64(id), 10) }

// ParseEnrolmentID reads an id in ASCII digits: no sign, space, exponent or leading zero.
func ParseEnrolmentID(text string) (EnrolmentID, error) {
	id, err := parseIdentifier(text)
	return EnrolmentID(id), err
}

// ParseStatusID reads an id by the rules of ParseEnrolmentID.
func ParseStatusID(text string) (StatusID, error) {
	id, err := parseIdentifier(text)
	return StatusID(id), err
}

func parseIdentifier(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 || strconv.FormatInt(id, 10) != text {
		return 0, ErrIdentifier
	}
	return id, nil
}

// Erased reports whether the number stands for a student whose data was erased.
func (id EnrolmentID) Erased() bool { return id < 0 }

// OneStudent is a student of a school, with every number that names or named the student.
type OneStudent struct {
	School SchoolID
	// Student is the student's own number, 0 if the lists have none.
	Student       StudentID
	Given, Family string
	Numbers       []NumberOfOne
}

// NumberOfOne is a number of a student, valid in the generations since From and before Until; 0 is without an end.
// Past is the generation since which it names other students, or 0 if it names the student now.
type NumberOfOne struct {
	Enrolment         EnrolmentID
	Past, From, Until int64
}
