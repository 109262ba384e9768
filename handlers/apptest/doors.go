package apptest

import (
	"net/url"
	"testing"
)

// The PINs of a teacher and of the office in tests.
const (
	TeacherPIN = "7306"
	OfficePIN  = "4815"
	WrongPIN   = "9027"
)

// SetPINs gives the teacher and the office their PINs.
func (p *Program) SetPINs(t testing.TB) {
	t.Helper()
	Must(t, p.App.PINs.Set(t.Context(), Teacher, TeacherPIN))
	Must(t, p.App.PINs.Set(t.Context(), OfficeWorker, OfficePIN))
}

// PressAtDoor is a press on the page of a tablet, with the name and the PIN of the person.
func (a Answer) PressAtDoor(t testing.TB, person, pin, status string, enrolments ...string) url.Values {
	t.Helper()
	form := a.Press(t, status, enrolments...)
	form.Set("staff", person)
	form.Set("pin", pin)
	return form
}
