package taking

import (
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// rowOf is the row of a student, by number.
func rowOf(page *goquery.Document, number int) *goquery.Selection {
	return page.Find(".rows > li").Eq(number - 1)
}

func said(selection *goquery.Selection) string {
	return strings.Join(strings.Fields(selection.Text()), " ")
}

func TestARollIsOneFormOfNativeControls(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleRoll(exampleBase(t))))
	form := page.Find(`form#roll[method="post"][action="/schools/hillside/roll"]`)
	for selector, count := range map[string]int{
		"fieldset > ol > li > label > input[type=checkbox][name=enrolment]": 28,
		"input[name=seen]":            28,
		"input[name=other]":           28,
		"input[name=status]":          6,
		"input[name=status][checked]": 0,
		"input[name=save]":            1,
		"input[name=others_save]":     1,
		"input[name=period]":          1,
		"input[name=class]":           1,
		"input[name=date]":            1,
		"input[name=check]":           1,
		"input[name=time][type=time]": 1,
		"input[name=others]":          0,
		"input[name=others_wanted]":   1,
		"input[name=reason]":          0,
		"button:not([type])":          2,
		"button[disabled]":            0,
	} {
		if got := form.Find(selector).Length(); got != count {
			t.Errorf("%s: %d, want %d", selector, got, count)
		}
	}
	if got := form.Find("input[name=seen]").First().AttrOr("value", ""); got != "481001:0" {
		t.Errorf("seen is %q", got)
	}
}

func TestARowHasStudentOutcomeAndStatus(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleStates()["outcomes"](exampleBase(t))))
	for number, want := range map[int][3]string{
		1:  {"saved", "Present", "Present"},
		2:  {"refused", "", "You chose Absent Not saved. The school system did not accept this mark. Tell the office."},
		6:  {"confirming", "", "Absent no reply yet"},
		14: {"stopped", "", "Absent kept here Not in the school system. Kept here since 08:31. The office must send it."},
		18: {"waiting", "", "Absent kept, will be sent"},
		21: {"conflict", "Late", "Late 08:29"},
		25: {"differs", "Excused", "Excused School system recorded Excused. You sent Absent. If that is wrong, tell the office."},
	} {
		row := rowOf(page, number)
		expect(t, "outcome", row.AttrOr("data-outcome", ""), want[0])
		expect(t, "status", row.Find("[data-status]").Text(), want[1])
		if got := strings.ReplaceAll(said(row.Find(".cell")), " ", ""); got != strings.ReplaceAll(want[2], " ", "") {
			t.Errorf("row %d says %q, want %q", number, said(row.Find(".cell")), want[2])
		}
	}
	first := rowOf(page, 1)
	expect(t, "enrolment", first.AttrOr("data-enrolment", ""), "481001")
	expect(t, "student", first.AttrOr("data-student", ""), "90201")
	if count := page.Find("[data-outcome]").Length(); count != 28 {
		t.Errorf("%d elements have an outcome", count)
	}
}

func TestAConflictIsDecidedWithoutAScript(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleStates()["outcomes"](exampleBase(t))))
	question := page.Find("#summary li").First()
	expect(t, "the question", said(question), "21 Mia Okafor: K. Osei (office) marked Late at 08:29. You chose Absent.Keep LateChange to Absent")
	buttons := question.Find("button")
	for i, name := range []string{"keep", "change"} {
		button := buttons.Eq(i)
		expect(t, "name", button.AttrOr("name", ""), name)
		expect(t, "value", button.AttrOr("value", ""), "481021")
		expect(t, "address", button.AttrOr("formaction", ""), "/schools/hillside/saves/Zq3vJx0d9sVb2mQ1/decisions")
		expect(t, "form", button.AttrOr("form", ""), "decisions")
	}
	if page.Find(`form#decisions[method="post"] input[name="class"]`).Length() != 1 {
		t.Error("the decision's form does not say which roll it is about")
	}
	expect(t, "what was seen", question.Find(`input[name="seen"][form="decisions"]`).AttrOr("value", ""), "481021:4")
	if page.Find(".rows button").Length() > 0 || rowOf(page, 21).Find(":checked").Length() > 0 {
		t.Error("the question is asked in the row too, or its student is still ticked")
	}
}

func TestAReaderHasNothingToDecide(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleStates()["past-read"](exampleBase(t))))
	if page.Find(".rows :is(input, button, label), #decisions, #live").Length() > 0 {
		t.Error("something can be pressed")
	}
	expect(t, "conflict", said(rowOf(page, 21).Find(".why")), "K. Osei (office) marked Late at 08:29. You chose Absent.")
}

func TestNamesAreEscapedAndKeepTheirDirection(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleStates()["awkward"](exampleBase(t))))
	expect(t, "HTML", said(rowOf(page, 1).Find("bdi")), `<b onmouseover=alert(1)>Kim</b> "><script>alert(1)</script>`)
	if page.Find("body script, [onmouseover]").Length() > 0 {
		t.Error("a name became markup")
	}
	expect(t, "right to left", said(rowOf(page, 2).Find("bdi")), "محمد الحسن")
	if got := said(rowOf(page, 3).Find("bdi b")); got != strings.Repeat("W", 500) {
		t.Errorf("500 letters became %d", len(got))
	}
	expect(t, "told apart", said(rowOf(page, 5).Find("bdi")), "Noah Andersson no. 5")
}

func TestEveryTextOfARowIsEscaped(t *testing.T) {
	t.Parallel()
	const evil = `"><img src=x>&`
	for _, outcome := range []roll.Outcome{roll.Saved, roll.Differs, roll.Conflict, roll.Confirming, roll.Waiting, roll.Stopped} {
		view := exampleRoll(exampleBase(t))
		mark(view, 1, part.Cell{
			Outcome: outcome, Status: evil, Family: roll.Other, Letter: evil, At: evil, Chosen: evil, By: evil, Theirs: evil, Save: evil,
		})
		page := document(t, Roll(view))
		if page.Find("img").Length() > 0 {
			t.Errorf("%s: a text became markup", outcome)
		}
		word := rowOf(page, 1).Find("[data-status]")
		if outcome.UnderWay() || outcome == roll.Stopped {
			// Nothing was returned yet.
			expect(t, string(outcome)+" as returned", word.Text(), "")
			word = word.Next()
		}
		expect(t, string(outcome), word.Text(), evil)
	}
}

func TestTheStripHasOneTextAndOnePathAFamily(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleRoll(exampleBase(t))))
	strip := rowOf(page, 15).Find("svg")
	expect(t, "text", strip.AttrOr("aria-label", ""), "Last dates: 7 present, 3 absent")
	if got := strip.Find("path").Length(); got != 2 {
		t.Errorf("%d paths", got)
	}
	view := exampleRoll(exampleBase(t))
	for range 20 {
		view.Rows[0].Strip = append(view.Rows[0].Strip, roll.Late)
	}
	strip = rowOf(document(t, Roll(view)), 1).Find("svg")
	expect(t, "the last ten", strip.AttrOr("aria-label", ""), "Last dates: 10 late")
}

func TestColumnsStartWhereTheyAreFilledEvenly(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleRoll(exampleBase(t))))
	for class, want := range map[string]string{".c2": "15", ".c3": "1121"} {
		expect(t, class, page.Find(class+" label > span").Text(), want)
	}
}

func TestASummaryLinksToTheStudentsWhoNeedAPerson(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleStates()["outcomes"](exampleBase(t))))
	summary := page.Find("#summary[autofocus]")
	expect(t, "summary", said(summary.Find("h2")), "4 need you")
	link := summary.Find("a").First()
	expect(t, "first link", link.Text(), "21 Mia Okafor:")
	expect(t, "second link", summary.Find("a").Eq(1).Text(), "2 Noah Andersson: not saved")
	expect(t, "the sentence", said(page.Find("#said strong")), "21 Present saved 08:32. 2 marks are safe here and will be sent automatically. 1 kept here. The office must send it. 3 need you, above.")
	if page.Find(link.AttrOr("href", "")).AttrOr("value", "") != "481021" {
		t.Error("the link does not lead to the student's box")
	}
	if quiet := document(t, Roll(exampleStates()["saved"](exampleBase(t)))); quiet.Find("#summary").Children().Length() > 0 {
		t.Error("a success is not quiet")
	}
}

func TestAPastDateIsNamedAndNeedsAReason(t *testing.T) {
	t.Parallel()
	page := document(t, Roll(exampleStates()["past"](exampleBase(t))))
	expect(t, "banner", said(page.Find(".banner")), "You are changing Tuesday 18 November, not today.")
	if page.Find("#roll input[name=reason][required]").Length() != 1 {
		t.Error("no reason is asked for")
	}
	expect(t, "the button", page.Find("#roll").AttrOr("data-save-as", ""), "Save {n} as {status} on Tue 18 Nov")
	if text := said(page.Find(".head")); !strings.Contains(text, "Student list from 07:10") {
		t.Errorf("the head says %q", text)
	}
}

func TestAnEmptyClassSaysWhyAndWhatToDo(t *testing.T) {
	t.Parallel()
	for _, reason := range []EmptyReason{NobodyInClass, ListNotRead, NoPeriod} {
		view := exampleStates()["empty"](exampleBase(t))
		view.Empty = reason
		page := document(t, Roll(view))
		if len(said(page.Find(".empty h2"))) < 10 || len(said(page.Find(".empty p"))) < 10 || strings.Contains(page.Text(), "roll.empty") {
			t.Errorf("%s: %q", reason, said(page.Find(".empty")))
		}
		if page.Find(".picker").Length() != 1 {
			t.Errorf("%s: no other class can be chosen", reason)
		}
	}
}

func TestEveryProblemAndNeedHasItsWords(t *testing.T) {
	t.Parallel()
	words := examplePage(exampleBase(t), "").Words
	keys := []language.Key{}
	for _, problem := range []part.Problem{
		part.NobodyTicked, part.NoStatus, part.TimeMalformed, part.TimeAhead, part.ReasonMissing, part.CorrectionReason, part.ReasonTooLong, part.NoSuchDate, part.OtherDate,
		part.AlreadySent, part.StatusGone, part.NotOnList, part.NotKept, part.Busy, part.Unreadable, part.OtherPerson,
	} {
		keys = append(keys, language.PressProblemKeys.Of(string(problem)))
	}
	for _, outcome := range []roll.Outcome{roll.Conflict, roll.Refused, roll.Differs, roll.Stopped} {
		keys = append(keys, language.NeedKeys.Of(string(outcome)))
	}
	for _, key := range keys {
		if words.Text(key) == string(key) {
			t.Errorf("%s has no words", key)
		}
	}
}

func TestAnAnswerHoldsCellsTokensAndVersionsAndNothingOfTheList(t *testing.T) {
	t.Parallel()
	page := document(t, RollSaved(exampleAnswer(t)))
	if page.Find("li, ol, label, input[type=checkbox]").Length() > 0 {
		t.Error("the answer holds parts of the list")
	}
	if page.Find(`.cell[hx-swap-oob="true"][data-seen]`).Length() != 28 {
		t.Error("cells have no place or no version")
	}
	expect(t, "save", page.Find("input#save").AttrOr("value", ""), "Aq3vJx0d9sVb2mQ1")
	expect(t, "others", page.Find("input#others-save").AttrOr("value", ""), "BL8wYt5rKc4nHf7g")
	view := exampleRoll(exampleBase(t))
	refresh := document(t, RollStatuses(&SaveAnswer{Page: view.Page, Cells: []part.Cell{{Enrolment: 481_001, Outcome: roll.None, Seen: 4}}}))
	if refresh.Find("[data-seen], input").Length() > 0 {
		t.Error("a background refresh says what the person has seen")
	}
}

func TestPagesHoldNothingInline(t *testing.T) {
	t.Parallel()
	inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|javascript:|<script>|hx-on|hx-vals="js`)
	for name, state := range exampleStates() {
		if name == "awkward" {
			continue
		}
		if found := inline.Find(render(t, Roll(state(exampleBase(t))))); found != nil {
			t.Errorf("%s holds %q", name, found)
		}
	}
}
