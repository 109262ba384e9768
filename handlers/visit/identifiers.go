package visit

import (
	"errors"

	"rollbook/web/roll"
)

// EnrolmentsOf parses the enrolments of a form. With an error it returns the readable ones.
func EnrolmentsOf(texts []string) ([]roll.EnrolmentID, error) {
	ids := make([]roll.EnrolmentID, 0, len(texts))
	var failures []error
	for _, text := range texts {
		id, err := roll.ParseEnrolmentID(text)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		ids = append(ids, id)
	}
	return ids, errors.Join(failures...)
}

// StatusIDOf parses the status of a form, 0 for none.
func StatusIDOf(text string) (roll.StatusID, error) {
	if text == "" {
		return 0, nil
	}
	return roll.ParseStatusID(text)
}
