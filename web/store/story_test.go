package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/flate"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

func storySentences() []sentence {
	return []sentence{
		{"the story of a save contains its marks, its requests and its held rows", storyOfASave},
		{"the story contains the exact request and answer, compressed or in the old form", theStoryHasTheRequest},
		{"the story contains the exact request of a part, and a late answer", theStoryHasThePartsRequest},
		{"the story names the person who replaced a mark", theStoryNamesTheReplacer},
		{"the story contains the latest outcome, and a replaced mark's own", theStoryHasTheLatestOutcome},
		{"the story contains the decision about each held row", theStoryHasTheDecisions},
		{"a save at a shared tablet is read with its tablet everywhere", aSaveAtATablet},
		{"a save of another school has no story", aSaveOfAnotherSchoolHasNoStory},
		{"the history of a student lists every mark of the date, the newest first", theHistoryListsEveryMark},
		{"a save under way is distinguished from a settled one", aSaveUnderWayIsDistinguished},
		{"a save's progress counts its requests", countsRequests},
		{"a save's progress counts the parts that are still to be answered", aSavesProgressCountsTheParts},
		{"the day lists every mark of the school on the date", theDayListsEveryMarkOfTheSchool},
		{"the day contains the outcome of every mark", theDayHasEveryOutcome},
		{"the outcomes of a day are read once at a version of the marks", theDayIsReadOnceAVersion},
	}
}

func theStoryHasTheRequest(f *fixture) {
	t := f.t
	sent := `{"body":"` + strings.Repeat(`{\"attendanceStatus\":\"Absent\",\"name\":\"Zoë 王\"},`, 100) + `"}`
	f.accept(t, press("save", absent(), unseen(1)...))
	_, err := f.CloseAttempt(t.Context(), f.claim(t, "save"), roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Exchange: sent}, confirm)
	must(t, err)
	wantExchange(f, sent)
	f.accept(t, press("class", absent(), unseen(13, 11, 12)...))
	whole := `{"requestBody":{"text":"[11,12,13]"},"responseBody":{"text":"[5013,5011,5012,11]"}}`
	_, err = f.CloseAttempt(t.Context(), f.claim(t, "class"), roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Exchange: whole}, confirm)
	must(t, err)
	wantExchangeOf(f, "class", whole)
	var packed bytes.Buffer
	must(t, flate.StatelessDeflate(&packed, []byte(`{"body":"old"}`), true, nil))
	_, err = f.Database.Exec(t.Context(), `UPDATE attempts SET packed = $1, packing = 0`, packed.Bytes())
	must(t, err)
	wantExchange(f, `{"body":"old"}`)
	_, err = f.Database.Exec(t.Context(), `UPDATE attempts SET exchange = $1, packed = $2`, `{"body":"older"}`, []byte{})
	must(t, err)
	wantExchange(f, `{"body":"older"}`)
}

func theStoryHasThePartsRequest(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3)...))
	part, _ := f.claimWith(t, "save", saves.Terms{Most: 2})
	sent := `{"requestBody":{"text":"[1,2]"},"responseBody":{"text":"[5001,5002]"}}`
	_, err := f.CloseAttempt(t.Context(), part, roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Exchange: sent}, confirm)
	must(t, err)
	wantExchange(f, sent)
	late := `{"requestBody":{"text":"[2,1,3]"},"responseBody":{"text":"[5002,5001]"}}`
	_, err = f.CloseAttempt(t.Context(), part, roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Exchange: late}, confirm)
	must(t, err)
	wantExchange(f, late)
}

func wantExchange(f *fixture, want string) {
	f.t.Helper()
	wantExchangeOf(f, "save", want)
}

func wantExchangeOf(f *fixture, save roll.Token, want string) {
	f.t.Helper()
	story, err := f.Story(f.t.Context(), north, save)
	must(f.t, err)
	if got := story.Attempts[0].Exchange; got != want {
		f.t.Errorf("it tells %q", got)
	}
}

func theStoryHasTheLatestOutcome(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	f.clock.advance(roll.WaitLimit - 10*time.Second)
	attempt := f.claim(t, "save")
	f.clock.advance(15 * time.Second)
	_, err := f.StopOverdue(t.Context())
	must(t, err)
	f.wantOutcomes(t, "save", roll.Stopped, roll.Stopped)
	f.answer(t, attempt)
	f.wantOutcomes(t, "save", roll.Saved, roll.Saved)

	f.accept(t, press("second", present(), seen(1, 1), seen(2, 1)))
	f.close(t, f.claim(t, "second"), roll.Reply{State: roll.Unknown, SentAt: f.clock.Now()}, doubt)
	f.wantOutcomes(t, "second", roll.Confirming, roll.Confirming)
	f.accept(t, press("third", absent(), seen(2, 2)))
	f.wantOutcomes(t, "save", roll.Saved, roll.Saved)
	f.wantOutcomes(t, "second", roll.Confirming, roll.Superseded)
}

// wantOutcomes expects these outcomes in the save's story, in its students' order.
func (f *fixture) wantOutcomes(t *testing.T, save roll.Token, want ...roll.Outcome) {
	t.Helper()
	story, err := f.Story(t.Context(), north, save)
	must(t, err)
	var got []roll.Outcome
	for _, mark := range story.Marks {
		got = append(got, mark.Outcome)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s tells %v, not %v", save, got, want)
	}
}

func theStoryNamesTheReplacer(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1)...))
	newer := correction("newer", "came later", seen(1, 1))
	f.accept(t, newer)
	story, err := f.Story(t.Context(), north, "older")
	must(t, err)
	if mark := story.Marks[0]; mark.Outcome != roll.Superseded || mark.ReplacedBy != office() || mark.Version != 1 || mark.Student != studentOf(1) {
		t.Errorf("the older mark is %+v", mark)
	}
	story, err = f.Story(t.Context(), north, "newer")
	must(t, err)
	if mark := story.Marks[0]; mark.ReplacedBy.Name != "" || mark.Outcome != roll.Waiting {
		t.Errorf("the newer mark is %+v", mark)
	}
}

func theStoryHasTheDecisions(f *fixture) {
	t := f.t
	theirs := correction("theirs", "came later", unseen(1, 2, 3)...)
	f.accept(t, theirs)
	f.accept(t, press("mine", absent(), unseen(1, 2, 3)...))
	must(t, f.KeepTheirs(t.Context(), "mine", 1))
	anew := press("anew", absent(), seen(2, 1))
	anew.Rows[0].Decided = true
	f.accept(t, anew)
	late := roll.Status{ID: 3, Name: "Late", Family: roll.Late}
	later := press("later", late, seen(1, 1))
	later.By = office()
	f.accept(t, later)
	story, err := f.Story(t.Context(), north, "mine")
	must(t, err)
	var decisions []roll.Decision
	for _, row := range story.Held {
		decisions = append(decisions, row.Decision)
		if row.Met != present().Name || row.MetBy != office() || row.Status.Name != absent().Name {
			t.Errorf("%d met %s by %+v instead of %s", row.Enrolment, row.Met, row.MetBy, row.Status.Name)
		}
	}
	if want := []roll.Decision{roll.TheirsKept, roll.MarkedAnew, roll.Undecided}; !slices.Equal(decisions, want) {
		t.Errorf("the decisions are %q instead of %q", decisions, want)
	}
	if stands := story.Held[0].Theirs; stands.Save != "later" || stands.Status.Name != late.Name {
		t.Errorf("there stands %+v", stands)
	}
}

func aSaveOfAnotherSchoolHasNoStory(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.accept(t, press("save", absent(), unseen(1)...))
	for school, token := range map[roll.SchoolID]roll.Token{"south": "save", north: "nonsense"} {
		if _, err := f.Story(t.Context(), school, token); roll.KindOf(err) != roll.NotFound {
			t.Errorf("save %s of school %s: %v", token, school, err)
		}
	}
}

func theHistoryListsEveryMark(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "first"))
	f.clock.advance(time.Minute)
	corrected := press("second", present(), seen(1, 1))
	corrected.By, corrected.Reason = office(), "came in at nine"
	f.accept(t, corrected)
	history, err := f.History(t.Context(), north, 1, today)
	must(t, err)
	if len(history) != 2 || history[0].Save.Reason != "came in at nine" || history[0].Save.By != office() || history[1].Save.By != teacher() {
		t.Errorf("the history is %+v", history)
	}
	if history[1].Returned != "Absent" || history[1].AnsweredAt.IsZero() || history[1].Save.Status.ID != absent().ID {
		t.Errorf("the first entry is %+v", history[1])
	}
}

func aSaveUnderWayIsDistinguished(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	f.underWay(t, "save", true)
	f.accept(t, press("newer", absent(), seen(1, 1)))
	f.answer(t, f.claim(t, "save"))
	f.underWay(t, "save", false)
	f.underWay(t, "newer", true)
	f.underWay(t, "nonsense", false)
}

func aSavesProgressCountsTheParts(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3, 4)...))
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Rejected}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Divide(by, 1+int64(p.Enrolment)%3)
	})
	f.claim(t, "save")
	if progress := f.progressOf(t, "save"); progress.Parts != 1 || progress.PartsLeft != 3 {
		t.Errorf("the save stands at %+v", progress)
	}
}

func theDayListsEveryMarkOfTheSchool(f *fixture) {
	t := f.t
	f.accept(t, press("here", absent(), unseen(1, 2)...))
	yesterday := press("yesterday", present(), unseen(3)...)
	yesterday.Date = today.AddDays(-1)
	f.accept(t, yesterday)
	day, err := f.Day(t.Context(), north, today)
	must(t, err)
	if len(day) != 2 || day[1].Save != "here" || day[2].Save != "here" {
		t.Errorf("it lists %+v", day)
	}
	f.answer(t, f.claim(t, "here"))
}

func storyOfASave(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", present(), unseen(3)...))
	f.accept(t, press("mine", absent(), unseen(1, 2, 3)...))
	claimed := f.clock.Now()
	attempt := f.claim(t, "mine")
	f.clock.advance(time.Second)
	f.close(t, attempt, roll.Reply{State: roll.Unknown, SentAt: claimed.Add(time.Millisecond), HTTPStatus: 502, Problem: "unknown", Exchange: `{"status":502}`}, doubt)
	f.clock.advance(time.Second)
	f.answer(t, f.claim(t, "mine"))
	story, err := f.Story(t.Context(), north, "mine")
	must(t, err)
	if story.Save.Token != "mine" || len(story.Marks) != 2 || len(story.Attempts) != 2 {
		t.Fatalf("the story is %+v", story)
	}
	if len(story.Held) != 1 || story.Held[0].Enrolment != 3 || story.Held[0].Theirs.Save != "theirs" || story.Held[0].Status.Name != "Absent" {
		t.Errorf("held: %+v", story.Held)
	}
	first := story.Attempts[0]
	want := roll.StoryAttempt{
		State: roll.Unknown, Students: 2, ClaimedAt: claimed.UTC(), SentAt: claimed.Add(time.Millisecond).UTC(), ClosedAt: claimed.Add(time.Second).UTC(),
		HTTPStatus: 502, Problem: "unknown", Exchange: `{"status":502}`,
	}
	if first != want {
		t.Errorf("the first request is %+v", first)
	}
	if second := story.Attempts[1]; second.State != roll.Answered || second.ClosedAt.IsZero() {
		t.Errorf("the second request is %+v", second)
	}
	if story.Marks[0].Outcome != roll.Confirming {
		t.Errorf("a mark is %+v", story.Marks[0])
	}
}

func (f *fixture) underWay(t *testing.T, token roll.Token, want bool) {
	t.Helper()
	underWay, _, err := f.UnderWay(t.Context(), token)
	must(t, err)
	if underWay != want {
		t.Errorf("save %q is under way: %t", token, underWay)
	}
}

func (f *fixture) progressOf(t *testing.T, token roll.Token) saves.SaveProgress {
	t.Helper()
	progress, err := f.SaveProgress(t.Context(), token)
	must(t, err)
	return progress
}

func countsRequests(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3)...))
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Rejected, HTTPStatus: 422}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Divide(by, 1+min(int64(p.Enrolment)/2, 1))
	})
	f.clock.advance(time.Second)
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Rejected, HTTPStatus: 422}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Refuse(by)
	})
	f.clock.advance(time.Second)
	var firstError time.Time
	for range 2 {
		f.lose500(t, f.claim(t, "save"))
		if firstError.IsZero() {
			firstError = f.clock.Now()
		}
		f.clock.advance(time.Second)
	}
	progress := f.progressOf(t, "save")
	if progress.Students != 3 || progress.Refused != 1 || progress.UnderWay != 2 || progress.Parts != 4 || progress.ServerErrors != 2 || !progress.FirstServerError.Equal(firstError) {
		t.Errorf("after two 5xx it stands at %+v", progress)
	}
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Answered, HTTPStatus: 200, SentAt: f.clock.Now()}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Confirm(by, "Absent", true, timing())
	})
	f.clock.advance(time.Second)
	if progress := f.progressOf(t, "save"); progress.LargestAnswered != 2 || progress.ServerErrors != 0 {
		t.Errorf("after an answer it stands at %+v", progress)
	}
	if _, err := f.SaveProgress(t.Context(), "nonsense"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("no such save: %v", err)
	}
}

func (f *fixture) lose500(t *testing.T, attempt roll.Attempt) {
	t.Helper()
	f.close(t, attempt, roll.Reply{State: roll.Unknown, HTTPStatus: 500}, doubt)
}

func aSaveAtATablet(f *fixture) {
	t := f.t
	grace := roll.Actor{Person: "grace", Name: "Grace Adeyemi", Role: roll.Teacher, Tablet: "Door 12"}
	f.accept(t, press("older", absent(), unseen(1, 2)...))
	save := press("at the door", present(), seen(1, 1), seen(2, 1))
	save.By = grace
	f.accept(t, save)
	mine := press("mine", absent(), unseen(1)...)
	f.accept(t, mine)
	if by := f.mark(t, 1).By; by != grace {
		t.Errorf("the mark is by %+v", by)
	}
	if kept, err := f.Save(t.Context(), north, "at the door"); err != nil || kept.By != grace {
		t.Errorf("the save is by %+v, %v", kept.By, err)
	}
	older, err := f.Story(t.Context(), north, "older")
	must(t, err)
	if by := older.Marks[0].ReplacedBy; by != grace {
		t.Errorf("the mark is replaced by %+v", by)
	}
	held, err := f.Story(t.Context(), north, "mine")
	must(t, err)
	if row := held.Held[0]; row.MetBy != grace || row.Theirs.By != grace {
		t.Errorf("met is %+v, there stands %+v", row.MetBy, row.Theirs.By)
	}
	history, err := f.History(t.Context(), north, 1, today)
	if err != nil || history[0].Save.By != grace || history[1].Save.By != teacher() {
		t.Errorf("the history is %+v, %v", history, err)
	}
	changes, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1})
	if err != nil || len(changes) != 1 || changes[0].By != grace {
		t.Errorf("the last change is %+v, %v", changes, err)
	}
	pending, err := f.Pending(t.Context(), north, roll.Waiting)
	if err != nil || len(pending) != 2 || pending[0].Save.By != grace {
		t.Errorf("what waits is %+v, %v", pending, err)
	}
}
