package visit

import (
	"errors"

	"rollbook/web/roll"
)

// EnrolmentsOf reads the enrolments of a form. Those that can be read come back beside the error.
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

// StatusIDOf reads the status of a form, 0 where none was chosen.
func StatusIDOf(text string) (roll.StatusID, error) {
	if text == "" {
		return 0, nil
	}
	return roll.ParseStatusID(text)
}
