package apptest

import (
	"net/http"
	"net/url"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/tablets"
)

// The PINs of a teacher and of the office in tests.
const (
	TeacherPIN = "7306"
	OfficePIN  = "4815"
	WrongPIN   = "9027"
)

// PairTablet pairs a device with the school: it is the tablet of the name, for the classes.
func (p *Program) PairTablet(t testing.TB, name string, classes ...roll.ClassID) *Visitor {
	t.Helper()
	choice := tablets.Choice{Name: name, Mode: roll.TeacherMode}
	for _, class := range classes {
		choice.Classes = append(choice.Classes, roll.TabletClass{ID: class, Name: string(class)})
	}
	staff := tablets.Staff{Person: OfficeWorker, Name: "Kofi Osei", School: Harbour}
	made, err := p.App.Tablets.Add(t.Context(), staff, p.App.Tokens.New(OfficeWorker), choice)
	Must(t, err)
	device := p.Visit(t)
	form := device.Get("/pair").Want(t, http.StatusOK).Form("main form")
	form.Set("code", made.Code)
	device.Post("/pair", form).Want(t, http.StatusSeeOther)
	return device
}

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
