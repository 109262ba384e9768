package taking_test

import (
	"net/http"
	"slices"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const primary9A = apptest.RollPath + "?period=primary&class=9A"

func TestAChildOfTwoPeriodsStandsOnOneRollOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	of := p.DivideSharing(t, "9A")
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	const covers = apptest.CoversPath + "?period=primary&class=9A"
	made := office.Post(apptest.CoversPath, office.Filled(covers, "form.card", "until", "15:00")).Want(t, http.StatusOK)
	cover := p.Covers(t, made.Text("code.address")[len(p.Address):], "Sam Reed")
	for says, page := range map[string]apptest.Answer{
		"the teacher's roll": teacher.Get(primary9A).Want(t, http.StatusOK), "the cover's": cover.CoverRoll(),
	} {
		if all := page.Enrolments(t); len(all) != 31 || slices.Contains(all, of.Longer.String()) {
			t.Errorf("%s has %d students, her too: %v", says, len(all), slices.Contains(all, of.Longer.String()))
		}
	}
	page := teacher.Get(primary9A)
	p.Nothing(t, func() apptest.Answer {
		return teacher.Post(apptest.RollPath, page.Press(t, "Absent", of.Longer.String())).Want(t, http.StatusUnprocessableEntity)
	})
	page = teacher.Get(apptest.RollPath+"?period=secondary&class=11C").Want(t, http.StatusOK)
	if !slices.Contains(page.Enrolments(t), of.Shorter.String()) {
		t.Fatalf("11C has only %v", page.Enrolments(t))
	}
	teacher.Post(apptest.RollPath, page.Press(t, "Absent", of.Shorter.String())).Saved(t)
}

func TestAClassWhoseStudentsAllStandOnAShorterListIsEmpty(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	all := p.List(t, apptest.Harbour, apptest.PeriodOffered(p.As(t, apptest.OfficeWorker)))
	moved := slices.DeleteFunc(all, func(one roll.Enrolment) bool { return one.Class != "9A" })
	for i := range moved {
		moved[i].ID, moved[i].Class, moved[i].ClassName = roll.EnrolmentID(9_000_100+i), "11C", "11C"
	}
	p.Divide(t, moved)
	page := p.As(t, apptest.Teacher).Get(primary9A).Want(t, http.StatusOK)
	if rows := len(page.Rows(t)); rows != 0 {
		t.Errorf("it has %d students", rows)
	}
}
