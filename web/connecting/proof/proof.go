// Package proof computes which connection a school's proof covers. A save sends numbers. Only the document's
// field names in the school's list, or marks of single students, can prove that a number is the enrolment of
// the student beside it. A proof covers a service's address, tenant and school code, and the call and fields
// that identify students. It ends when any of these changes.
package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// MappingOf returns the mapping for the school's answers: its own, or the default.
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

// Documented reports whether the school's list of students uses the document's own names for both numbers. It
// returns false for an unreadable mapping.
func Documented(school roll.School) bool {
	mapped, err := MappingOf(school)
	if err != nil {
		return false
	}
	_, documented := mapped.Numbers()
	return documented
}

// SubjectOf returns the connection that a proof of the school covers.
func SubjectOf(school roll.School) (roll.Subject, error) {
	mapped, err := MappingOf(school)
	if err != nil {
		return "", err
	}
	meaning, _ := mapped.Numbers()
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q", school.BaseURL, school.Tenant, school.Code, meaning))
	return roll.Subject(hex.EncodeToString(sum[:16])), nil
}

// Moved returns after with the remaining proof of before, after a change of address, tenant, code or mapping.
// Changed reports whether this is a new connection: one that identifies students in another way or has
// another address. If only the fields of the students' names have changed, a proof that people gave by those
// names is requested again.
func Moved(before, after roll.School) (moved roll.School, changed bool) {
	old, oldErr := SubjectOf(before)
	present, presentErr := SubjectOf(after)
	changed = oldErr != nil || presentErr != nil || old != present
	switch {
	case changed && Documented(after):
		after.Proof = roll.ProvenByDocument
	case changed:
		after.Proof = roll.Unproven
	default:
		after.Proof = before.Proof
		if seen := before.Proof == roll.ProvenByMarks || before.Proof == roll.ProvenByAdmin; seen &&
			named(before) != named(after) {
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

// Asks reports whether the school was connected before proofs were required, and its list does not prove
// itself. Its admins are asked once.
func Asks(school roll.School) bool {
	return school.Proof == roll.ConnectedBefore && !Documented(school)
}
