package taking_test

import (
	"net/http"
	"slices"
	"strings"
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

func TestThePeriodOfARollBelongsToItsClass(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Divide(t, apptest.Seconds())
	teacher, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	for address, first := range map[string]string{
		"?class=11C": "Zuleika Adeyemi", "?class=8B+%28Secondary+Autumn+2026%29": "Xanthe Cole",
	} {
		if rows := teacher.Get(apptest.RollPath+address).Want(t, http.StatusOK).Text("main"); !strings.Contains(rows, first) {
			t.Errorf("%s shows %s", address, rows)
		}
	}
	turned := teacher.Get(apptest.RollPath+"?period=primary&class=11C").Want(t, http.StatusSeeOther)
	if to := turned.Header.Get("Location"); !strings.Contains(to, "period=secondary") {
		t.Errorf("it leads to %s", to)
	}
	page := office.Get(apptest.RollPath+"?period=primary&class=8B").Want(t, http.StatusOK)
	classes := page.Values(".picker option")
	if !slices.Contains(classes, "11C") || !slices.Contains(classes, "8B (Secondary Autumn 2026)") || page.Page.Find(".picker [name=period]").Length() > 0 {
		t.Errorf("the picker has %q", classes)
	}
}

func TestARollOfAYearThatIsOverLeadsToTodaysAndRefusesAPressWithItsTicks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	before := p.List(t, apptest.Harbour, apptest.PeriodOffered(p.As(t, apptest.OfficeWorker)))
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	ticked := page.Enrolments(t, 3, 4)
	form := page.Press(t, "Absent", ticked...)
	this := slices.Clone(before)
	for i := range this {
		this[i].ID += 9_000_000
	}
	for says, ends := range map[string]roll.Date{"it is over": "2026-10-30", "it has no dates": ""} {
		starts := roll.Date("2025-09-01")
		if ends == "" {
			starts = ""
		}
		p.Follows(t, roll.Period{ID: roll.PeriodID(form.Get("period")), Name: "2025/26", Starts: starts, Ends: ends}, before, this)
		turned := v.Get(apptest.EightB+"&period="+form.Get("period")).Want(t, http.StatusSeeOther)
		if to := turned.Header.Get("Location"); !strings.Contains(to, "period=this") {
			t.Errorf("%s: it leads to %s", says, to)
		}
		refused := p.Nothing(t, func() apptest.Answer { return v.Post(apptest.RollPath, form).Want(t, http.StatusConflict) })
		var kept []string
		for _, row := range refused.Rows(t) {
			if row.Ticked {
				kept = append(kept, row.Enrolment)
			}
		}
		if !slices.Equal(kept, ticked) || !strings.Contains(refused.Text("main"), "2025/26, which does not contain") {
			t.Errorf("%s: ticked are %v: %s", says, kept, refused.Text("#result"))
		}
	}
}
