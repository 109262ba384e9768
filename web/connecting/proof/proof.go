// Package proof tells which connection a school's proof belongs to. A save sends numbers; that
// a number is the enrolment of the student beside whose name it stands is known only where the
// school's list uses the names of the service's document, or where marks of single students
// have shown it. A proof is given for a service's address, tenant and school code, and for the
// call and the fields by which students are told apart: with any of these it ends.
package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// MappingOf returns the mapping by which the school's answers are read: its own, or the default.
func MappingOf(school roll.School) (mapping.Mapping, error) {
	if school.Mapping == "" {
		return mapping.Default(), nil
	}
	mapped, err := mapping.Load(strings.NewReader(school.Mapping))
	if err != nil {
		return mapped, fmt.Errorf("the mapping of school %s: %w", school.ID, err)
	}
	return mapped, nil
}

// Documented reports whether the school's list of students uses the document's own names for
// both numbers. A mapping that cannot be read does not.
func Documented(school roll.School) bool {
	mapped, err := MappingOf(school)
	if err != nil {
		return false
	}
	_, documented := mapped.Numbers()
	return documented
}

// SubjectOf names the connection for which a proof of the school is given.
func SubjectOf(school roll.School) (roll.Subject, error) {
	mapped, err := MappingOf(school)
	if err != nil {
		return "", err
	}
	meaning, _ := mapped.Numbers()
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q", school.BaseURL, school.Tenant, school.Code, meaning))
	return roll.Subject(hex.EncodeToString(sum[:16])), nil
}

// Moved is the school with the proof that is left of it once its address, tenant, code or
// mapping have become those of after. changed reports whether another connection is meant: one
// whose students are told apart in another way, or that is elsewhere. Where only the fields of the students'
// names are others, a proof that people gave by those names is asked for once more.
func Moved(before, after roll.School) (moved roll.School, changed bool) {
	was, wasErr := SubjectOf(before)
	is, isErr := SubjectOf(after)
	changed = wasErr != nil || isErr != nil || was != is
	switch {
	case changed && Documented(after):
		after.Proof = roll.ProvenByDocument
	case changed:
		after.Proof = roll.Unproven
	default:
		after.Proof = before.Proof
		if seen := before.Proof == roll.ProvenByMarks || before.Proof == roll.ProvenByAdmin; seen && named(before) != named(after) {
			after.Proof = roll.ConnectedBefore
		}
	}
	return after, changed
}

// named returns the fields of a student's name in the school's list.
func named(school roll.School) [3]string {
	mapped, err := MappingOf(school)
	if err != nil {
		return [3]string{}
	}
	fields := mapped.Of(mapping.Students).Fields
	return [3]string{fields[mapping.Name], fields[mapping.GivenName], fields[mapping.FamilyName]}
}

// Asks reports whether the school was connected before proofs were asked for, and its list does
// not prove itself: its admins are asked once.
func Asks(school roll.School) bool {
	return school.Proof == roll.ConnectedBefore && !Documented(school)
}
