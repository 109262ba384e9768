package packed

import (
	"encoding/json"
	"fmt"

	"rollbook/web/roll"
)

// listed is a student in a packed class, with short names.
type listed struct {
	ID       roll.EnrolmentID `json:"i"`
	Student  roll.StudentID   `json:"s,omitempty"`
	Given    string           `json:"g,omitempty"`
	Family   string           `json:"f,omitempty"`
	Teachers string           `json:"t,omitempty"`
}

// Students packs the students of one class, in order. The class is not packed. Equal students give equal bytes.
func Students(students []roll.Enrolment) ([]byte, error) {
	rows := make([]listed, len(students))
	for i, one := range students {
		rows[i] = listed{one.ID, one.Student, one.Given, one.Family, one.Teachers}
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("write the students of a class: %w", err)
	}
	return pack(string(text), "")
}

// ReadStudents returns the students of a packed class.
func ReadStudents(packed []byte) ([]roll.Enrolment, error) {
	text, err := unpack(packed, "")
	if err != nil {
		return nil, err
	}
	var rows []listed
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return nil, fmt.Errorf("read the students of a class: %w", err)
	}
	students := make([]roll.Enrolment, len(rows))
	for i, one := range rows {
		students[i] = roll.Enrolment{ID: one.ID, Student: one.Student, Given: one.Given, Family: one.Family,
			Teachers: one.Teachers}
	}
	return students, nil
}
