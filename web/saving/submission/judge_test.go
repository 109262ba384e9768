package submission

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

func TestAPressBecomesASaveInTheRostersOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.accept(t, teacher(), with(func(p *Press) {
		p.Enrolments = []roll.EnrolmentID{4, 1, 4, 2, 1}
		p.Seen = map[roll.EnrolmentID]int64{4: 7, 3: 9}
		p.Reason = "fire drill"
	}))
	save := f.store.saves[0]
	want := []roll.SaveRow{{Enrolment: 1, Student: 101}, {Enrolment: 2, Student: 102}, {Enrolment: 4, Student: 104, Seen: 7}}
	if !slices.Equal(save.Rows, want) {
		t.Errorf("it asks for %+v", save.Rows)
	}
	if save.Token != "save" || save.School != "north" || save.Period != "2026" || save.Class != "8b" || save.ClassName != "8 B" || save.Date != today || save.Status.Name != "Absent" || save.Reason != "fire drill" || save.By != teacher() {
		t.Errorf("the save is %+v", save)
	}
	if len(f.store.saves) != 1 {
		t.Errorf("kept are %d saves", len(f.store.saves))
	}
}

func TestAPageOfAnEarlierConnectionIsJudgedByTheListsOfThatConnection(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.school.Connected = 2
	f.accept(t, teacher(), with(func(p *Press) { p.Generation, p.Enrolments = 1, []roll.EnrolmentID{1} }))
	if save := f.store.saves[0]; save.Generation != 1 || save.Rows[0].Student != 901 || save.Status.Name != "Away" {
		t.Errorf("the save is %+v", save)
	}
}

func TestAMeaninglessPressIsRefusedWhole(t *testing.T) {
	t.Parallel()
	for says, one := range map[string]struct {
		press   Press
		kind    roll.Kind
		message string
	}{
		"no student":                  {with(func(p *Press) { p.Enrolments = nil }), roll.Meaningless, "roll.problem.nobody_ticked"},
		"no status":                   {with(func(p *Press) { p.Status = 0 }), roll.Meaningless, "roll.problem.no_status"},
		"a check without a status":    {with(func(p *Press) { p.Status, p.Check, p.Time = 0, "out", "08:00" }), roll.Meaningless, "roll.problem.no_status"},
		"a status that is gone":       {with(func(p *Press) { p.Status = 9 }), roll.Meaningless, "roll.problem.status_gone"},
		"a student of another class":  {with(func(p *Press) { p.Enrolments = []roll.EnrolmentID{1, 99} }), roll.Meaningless, "roll.problem.not_on_list"},
		"an empty class":              {with(func(p *Press) { p.Class = "empty" }), roll.Meaningless, "roll.problem.nobody_on_roll"},
		"a class that is not there":   {with(func(p *Press) { p.Class = "9a" }), roll.NotFound, "problem.what.404"},
		"a period that is not there":  {with(func(p *Press) { p.Period, p.Class = "1999", "empty" }), roll.NotFound, "problem.what.404"},
		"a class of another period":   {with(func(p *Press) { p.Period = "2025" }), roll.NotFound, "problem.what.404"},
		"tomorrow":                    {with(func(p *Press) { p.Date = "2026-11-21" }), roll.Meaningless, "roll.problem.date_future"},
		"a check of no kind":          {with(func(p *Press) { p.Check = "sideways" }), roll.Meaningless, "roll.problem.check_unknown"},
		"a time that is none":         {with(func(p *Press) { p.Status, p.Time = 3, "25:61" }), roll.Meaningless, "roll.problem.time_malformed"},
		"24:00":                       {with(func(p *Press) { p.Status, p.Time = 3, "24:00" }), roll.Meaningless, "roll.problem.time_malformed"},
		"a time that is still to be":  {with(func(p *Press) { p.Status, p.Time = 3, "08:36" }), roll.Meaningless, "roll.problem.time_ahead"},
		"a long reason":               {with(func(p *Press) { p.Reason = strings.Repeat("ü", ReasonLimit+1) }), roll.Meaningless, "roll.problem.reason_too_long"},
		"others with a status gone":   {with(func(p *Press) { p.Others, p.OthersStatus = []roll.EnrolmentID{3}, 9 }), roll.Meaningless, "roll.problem.status_gone"},
		"others of another class":     {with(func(p *Press) { p.Others, p.OthersStatus = []roll.EnrolmentID{3, 99}, 1 }), roll.Meaningless, "roll.problem.not_on_list"},
		"two saves with one token":    {with(func(p *Press) { p.Others, p.OthersStatus, p.OthersSave = []roll.EnrolmentID{3}, 1, "save" }), roll.Malformed, "roll.problem.unreadable"},
		"nobody ticked and no others": {with(func(p *Press) { p.Enrolments, p.Others, p.OthersStatus = nil, nil, 1 }), roll.Meaningless, "roll.problem.nobody_ticked"},
	} {
		newFixture(t).refused(t, says, office(), one.press, one.kind, one.message)
	}
}

func TestATeacherMarksTodayAndNoOtherDate(t *testing.T) {
	t.Parallel()
	yesterday := with(func(p *Press) { p.Date, p.Reason = today.AddDays(-1), "forgot" })
	newFixture(t).refused(t, "yesterday", teacher(), yesterday, roll.Stale, "roll.problem.other_date")
	f := newFixture(t)
	f.now = time.Date(2026, 11, 20, 23, 59, 59, 0, f.school.Zone)
	f.accept(t, teacher(), ordinary())
	midnight := newFixture(t)
	midnight.now = f.now.Add(time.Second)
	midnight.refused(t, "after midnight", teacher(), ordinary(), roll.Stale, "roll.problem.other_date")
	west := newFixture(t)
	west.school.Zone = time.FixedZone("west", -10*60*60)
	west.refused(t, "before the school's midnight", teacher(), ordinary(), roll.Meaningless, "roll.problem.date_future")
}

func TestTheOfficeCorrectsEarlierDatesWithAReasonWithinTheSchoolsLimit(t *testing.T) {
	t.Parallel()
	for _, by := range []roll.Actor{office(), {Role: roll.Admin}} {
		f := newFixture(t)
		f.accept(t, by, with(func(p *Press) { p.Date, p.Reason = today.AddDays(-30), strings.Repeat("ü", ReasonLimit) }))
		f.accept(t, by, ordinary())
	}
	newFixture(t).refused(t, "too old", office(), with(func(p *Press) { p.Date, p.Reason = today.AddDays(-31), "x" }), roll.Meaningless, "roll.problem.date_too_old")
	newFixture(t).refused(t, "long past", office(), with(func(p *Press) { p.Date, p.Reason = "0001-01-01", "x" }), roll.Meaningless, "roll.problem.date_too_old")
	newFixture(t).refused(t, "no reason", office(), with(func(p *Press) { p.Date = today.AddDays(-1) }), roll.Meaningless, "roll.problem.reason_missing")
}

func TestOnePressMakesTwoSavesTheExceptionsFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	accepted := f.accept(t, teacher(), with(func(p *Press) {
		p.Others, p.OthersStatus = []roll.EnrolmentID{5, 1, 4, 3, 5}, 1
		p.Seen = map[roll.EnrolmentID]int64{3: 8}
	}))
	if len(accepted) != 2 || len(f.store.saves) != 2 {
		t.Fatalf("accepted as %+v", accepted)
	}
	first, others := f.store.saves[0], f.store.saves[1]
	if first.Token != "save" || first.Status.ID != 2 || len(first.Rows) != 2 {
		t.Errorf("first goes %+v", first)
	}
	want := []roll.SaveRow{{Enrolment: 3, Student: 103}, {Enrolment: 4, Student: 104}, {Enrolment: 5, Student: 105}}
	if others.Token != "others" || others.Status.ID != 1 || !slices.Equal(others.Rows, want) {
		t.Errorf("then goes %+v", others)
	}
}

func TestASingleTickedStudentIsSavedBesideTheOthers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.accept(t, teacher(), with(func(p *Press) {
		p.Enrolments, p.Others, p.OthersStatus = []roll.EnrolmentID{2}, []roll.EnrolmentID{1, 3}, 1
	}))
	if len(f.store.saves) != 2 || len(f.store.saves[0].Rows) != 1 || f.store.saves[0].Rows[0].Enrolment != 2 || len(f.store.saves[1].Rows) != 2 {
		t.Errorf("kept are %+v", f.store.saves)
	}
}

func TestAPressForAnUnknownPeriodIsNotFound(t *testing.T) {
	t.Parallel()
	newFixture(t).refused(t, "another year", teacher(), with(func(p *Press) { p.Period, p.Class = "1999", "empty" }), roll.NotFound, "problem.what.404")
}

func TestWithoutTicksTheOthersAreTheOnlySave(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	press := with(func(p *Press) {
		p.Enrolments, p.Status, p.Others, p.OthersStatus = nil, 0, []roll.EnrolmentID{1, 2, 3, 4, 5}, 1
	})
	f.accept(t, teacher(), press)
	if len(f.store.saves) != 1 || f.store.saves[0].Token != "others" || len(f.store.saves[0].Rows) != 5 {
		t.Errorf("kept are %+v", f.store.saves)
	}
	if !slices.Equal(press.Tokens(), []roll.Token{"others"}) {
		t.Errorf("its tokens are %v", press.Tokens())
	}
}

func TestOthersAllTickedMakeNoSecondSave(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	press := with(func(p *Press) { p.Others, p.OthersStatus = []roll.EnrolmentID{1, 2}, 1 })
	f.accept(t, teacher(), press)
	if len(f.store.saves) != 1 || !slices.Equal(press.Tokens(), []roll.Token{"save"}) {
		t.Errorf("kept are %+v", f.store.saves)
	}
}

func TestAPressIsTheSameWhoeverBecameKnownAbsentMeanwhile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	press := with(func(p *Press) { p.Others, p.OthersStatus = []roll.EnrolmentID{3, 4, 5}, 1 })
	f.accept(t, teacher(), press)
	f.store.known = map[roll.EnrolmentID]roll.KnownAbsence{
		4: {ID: "k", Period: press.Period, Enrolment: 4, Student: 104, Until: "10:30"},
	}
	f.accept(t, teacher(), press)
	f.accept(t, teacher(), with(func(p *Press) {
		p.Others, p.OthersStatus, p.OthersSave = []roll.EnrolmentID{3, 4, 5}, 1, "later"
	}))
	saves := f.store.saves
	if again := saves[3]; again.ContentHash() != saves[1].ContentHash() || len(again.Rows) != 3 {
		t.Errorf("the same press again is %+v", again)
	}
	if later := saves[5]; later.ContentHash() != saves[1].ContentHash() || len(later.Rows) != 2 ||
		!slices.Equal(later.Left, []roll.EnrolmentID{4}) {
		t.Errorf("a press that comes after the absence is %+v", later)
	}
}
