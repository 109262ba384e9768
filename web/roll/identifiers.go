package roll

import (
	"errors"
	"strconv"
)

// ErrIdentifier is the error of the functions that read an identifier.
var ErrIdentifier = errors.New("not a positive whole number in plain decimal digits")

// EnrolmentID names a student in a school period; a save sends it as
// studentSemesterInfoIds (service document, section 4.1).
type EnrolmentID int64

// StudentID names the person; an answer returns it as studentId (service
// document, section 2.2). Zero means that the school's data does not tell it.
type StudentID int64

// StatusID names an attendance status (service document, section 2.3).
type StatusID int64

// PeriodID names a school period as the school system writes it.
type PeriodID string

// ClassID names a class: its id where the school's data has one, else its name.
type ClassID string

// PersonID names a person who signs in to Rollbook.
type PersonID string

// SchoolID is a school's slug: short, lower-case, in every address, never changed.
type SchoolID string

// Token names one press of Save. It is made with the page that offers the press.
type Token string

// String is the id in decimal digits.
func (id EnrolmentID) String() string { return strconv.FormatInt(int64(id), 10) }

// String is the id in decimal digits.
func (id StudentID) String() string { return strconv.FormatInt(int64(id), 10) }

// String is the id in decimal digits.
func (id StatusID) String() string { return strconv.FormatInt(int64(id), 10) }

// ParseEnrolmentID reads an id written in ASCII digits only: no sign, space,
// exponent or leading zero.
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
