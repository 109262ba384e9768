package connecting_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// shape is an invented school system. It has the steps that connect it on the page.
type shape struct {
	name string
	// answers are the bodies by path and query, or by path alone; every other address answers 404.
	answers map[string]string
	// header holds the further header fields of each answer, name and value in turn.
	header []string
	// wrap changes the sending of answers; it may be nil.
	wrap func(http.Handler) http.Handler

	// pasted holds the admin's pasted texts for lists, in the form "call: text".
	pasted []string
	// shows is the number of students that the school system shows, if it is not that of the rolls.
	shows int
	// number is a student's number that saving needs, if the page asks.
	number string
	// decides contains the admin's decisions about incomplete or unclear lists, in the form "call: button".
	decides []string
	// stuck is a part of the reason why the lists cannot be used; the test then ends.
	stuck string
	// leave leaves out people who seem to have left; said is a "no" with its choice, "names: Ada Lund".
	leave bool
	// keep is true if the admin answers the question about them with "Keep them".
	keep bool
	said string
	// file is a file of students, lines are pasted statuses, for a school system without them.
	file, lines string

	// warns are parts of the page's doubts before the lists are used; empty for none.
	warns []string
	// want lists the students of rolls: enrolment, student, name and class of each; statuses are the ids and
	// names of the statuses.
	want, statuses string
}

// way describes how the admin connects the shape.
func (s shape) way() string {
	switch {
	case s.file != "" || s.lines != "":
		return "a file or pasted lines"
	case len(s.pasted) > 0:
		return "pasted addresses"
	}
	return "clicks alone"
}

func (s shape) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, known := s.answers[r.URL.RequestURI()]
	if !known && r.URL.RawQuery != "" {
		body, known = s.answers[r.URL.Path+"?"]
	}
	if !known {
		body, known = s.answers[r.URL.Path]
	}
	w.Header().Set("Content-Type", "application/json")
	for i := 0; i+1 < len(s.header); i += 2 {
		w.Header().Set(s.header[i], s.header[i+1])
	}
	if !known || r.Method != http.MethodGet {
		http.Error(w, `{"error":"not found"}`, http.StatusNotFound)
		return
	}
	_, _ = w.Write([]byte(body))
}

// wantStuck expects the sentence about a school system that cannot be used, if it is one.
func (s shape) wantStuck(t *testing.T, page apptest.Answer) {
	t.Helper()
	if s.stuck == "" {
		return
	}
	if said := page.Text("main"); !strings.Contains(said, s.stuck) || page.Page.Find("form[action$='/use'] .primary").Length() > 0 {
		t.Errorf("it does not say %q, or the lists can be used: %s", s.stuck, said)
	}
	if page.Page.Find(".objection").Length() > 0 && page.Page.Find("details[open] > .objection").Length() == 0 {
		t.Error("the question is folded away")
	}
}

// connects leads an admin through the page, using only its controls.
func (s shape) connects(t *testing.T) {
	clicks := len(s.decides)
	var service http.Handler = s
	if s.wrap != nil {
		service = s.wrap(s)
	}
	f := apptest.ForeignSystem(t, s.name, map[string]http.HandlerFunc{"/": service.ServeHTTP})
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.Follow(v.Enters(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)).Want(t, http.StatusOK)
	page = s.tells(v, page, &clicks)
	presses := func(call, button string, changes url.Values) {
		t.Helper()
		clicks++
		form := page.Form("#call-" + call + " form.reading")
		for name, values := range changes {
			form[name] = values
		}
		form.Set("do", page.Page.Find("#call-"+call+" .reading button[value="+button+"]").AttrOr("value", "no such button"))
		page = s.tells(v, v.Follow(v.Post(page.Address("#call-"+call+" form.reading"), form)).Want(t, http.StatusOK), &clicks)
	}
	for _, pasted := range s.pasted {
		call, text, _ := strings.Cut(pasted, ": ")
		presses(call, "try", url.Values{"path": {strings.ReplaceAll(text, "HOST", f.Server.URL)}})
	}
	if s.number != "" {
		page = s.choosesNumber(v, page)
		clicks++
	}
	if asks := page.Page.Find("#call-students form.question").Length(); asks != 0 && s.file == "" && s.stuck == "" {
		t.Fatalf("which number saving needs is asked, and nobody says it: %s", page.Text("#call-students"))
	}
	s.wantStuck(t, page)
	for _, decision := range s.decides {
		page = decides(v, page, decision)
	}
	if s.stuck != "" && len(s.decides) == 0 {
		return
	}
	warned := page.Text("#people .notice") + page.Text("#list > .remark")
	page = s.tells(v, s.replies(v, page, &clicks), &clicks)
	if s.file != "" {
		presses("students", "without", nil)
	}
	if s.lines != "" {
		presses("statuses", "without", nil)
	}
	s.hears(t, warned)
	s.isUsed(t, p, v, page, clicks)
}

// isUsed uses the lists of the page, after the clicks so far.
func (s shape) isUsed(t *testing.T, p *apptest.Program, v *apptest.Visitor, page apptest.Answer, clicks int) {
	t.Helper()
	// The others of fifteen connect, use the lists, try two marks in two steps each, and switch on.
	if most := 15 - 7; clicks > most {
		t.Errorf("it takes %d clicks until the lists can be used", clicks)
	}
	if page.Page.Find("form[action$='/use']").Length() != 1 {
		t.Fatalf("it cannot be used: %s; students: %s; statuses: %s", page.Text("#use .notice"), page.CallState("students"), page.CallState("statuses"))
	}
	v.Follow(v.Post(page.Address("form[action$='/use']"), page.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	s.bringsFiles(v)
	s.looks(t, p)
	if s.file == "" {
		allAreShown(t, p, page)
	}
}

// tells types the number of students in the school system, where the page asks for it.
func (s shape) tells(v *apptest.Visitor, page apptest.Answer, clicks *int) apptest.Answer {
	v.T.Helper()
	if page.Page.Find("#count").Length() == 0 || page.Page.Find("#list").Length() > 0 {
		return page
	}
	s.countIsUnsaid(v.T, page)
	*clicks++
	return v.Tells(page, cmp.Or(s.shows, s.students()))
}

// replies answers the questions about the students.
func (s shape) replies(v *apptest.Visitor, page apptest.Answer, clicks *int) apptest.Answer {
	v.T.Helper()
	if s.leave {
		var left int
		page, left = leavesOut(v, page)
		*clicks += left
	}
	if s.keep {
		page, *clicks = keepsThem(v, page), *clicks+1
	}
	if ask, sample, no := strings.Cut(s.said, ": "); no {
		page, *clicks = saysNo(v, ask, sample), *clicks+2
	}
	return page
}

// students counts the students whom the school system shows.
func (s shape) students() int {
	numbers := map[string]bool{}
	for line := range strings.Lines(strings.TrimSpace(s.want)) {
		number, _, _ := strings.Cut(line, " ")
		numbers[number] = true
	}
	return len(numbers)
}

// countIsUnsaid expects a page without the number of students that were read. The admin types the school system's first.
func (s shape) countIsUnsaid(t testing.TB, page apptest.Answer) {
	t.Helper()
	if state := page.CallState("students"); strings.ContainsAny(state, "0123456789") || page.Page.Find("#call-students .objection, #people").Length() > 0 {
		t.Errorf("before the number is known it says %q of the students: %s", state, page.Text("#call-students"))
	}
}

// allAreShown expects all students in use on the page before, in their classes.
func allAreShown(t *testing.T, p *apptest.Program, page apptest.Answer) {
	t.Helper()
	shown := map[string]bool{}
	page.Page.Find("#list .all-classes details").Each(func(_ int, class *goquery.Selection) {
		class.Find(".all-names li").Each(func(_ int, name *goquery.Selection) {
			student, _, _ := strings.Cut(name.Text(), " · ")
			shown[class.Find("summary b").Text()+": "+student] = true
		})
	})
	periods, err := p.App.Store.Periods(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	for _, period := range periods {
		for _, one := range p.List(t, apptest.Harbour, string(period.ID)) {
			if who := cmp.Or(one.NameOfClass(), "No class") + ": " + cmp.Or(one.Name(), one.ID.String()); !shown[who] {
				t.Errorf("the page before did not show %q but %v", who, shown)
			}
		}
	}
}

// leavesOut leaves out all who seem to have left, and returns the number of its clicks.
func leavesOut(v *apptest.Visitor, page apptest.Answer) (apptest.Answer, int) {
	v.T.Helper()
	clicks := 0
	for ; page.Page.Find("#people .notice button").Length() > 0; clicks++ {
		form := page.Form("#people .notice form")
		form.Set("choice", page.Page.Find("#people .notice button").First().AttrOr("value", ""))
		page = v.Follow(v.Post(page.Address("#people .notice form"), form)).Want(v.T, http.StatusOK)
	}
	return page, clicks
}

// keepsThem answers the question about those who seem to have left with "Keep them".
func keepsThem(v *apptest.Visitor, page apptest.Answer) apptest.Answer {
	v.T.Helper()
	form := page.Form("#people .notice form")
	form.Set("choice", page.Page.Find("#people .notice button").Last().AttrOr("value", ""))
	return v.Follow(v.Post(page.Address("#people .notice form"), form)).Want(v.T, http.StatusOK)
}

// decides presses a button below an objection to a list.
func decides(v *apptest.Visitor, page apptest.Answer, decision string) apptest.Answer {
	v.T.Helper()
	call, text, _ := strings.Cut(decision, ": ")
	form := page.Form("#call-" + call + " .objection form")
	button := page.Page.Find("#call-" + call + " .objection button").FilterFunction(func(_ int, b *goquery.Selection) bool { return b.Text() == text })
	if button.Length() != 1 {
		v.T.Fatalf("there is no button %q: %s", text, page.Text("#call-"+call))
	}
	form.Set("choice", button.AttrOr("value", ""))
	return v.Follow(v.Post(page.Address("#call-"+call+" .objection form"), form)).Want(v.T, http.StatusOK)
}

// hears compares the doubts on the page.
func (s shape) hears(t *testing.T, warned string) {
	t.Helper()
	for _, warns := range s.warns {
		if !strings.Contains(warned, warns) {
			t.Errorf("it does not warn of %q but %q", warns, warned)
		}
	}
	if len(s.warns) == 0 && warned != "" {
		t.Errorf("it warns of %q", warned)
	}
}

// choosesNumber presses the button of the number that the school system shows for a student.
func (s shape) choosesNumber(v *apptest.Visitor, page apptest.Answer) apptest.Answer {
	v.T.Helper()
	form := page.Form("#call-students form.question")
	row := page.Page.Find("#call-students form.question > ul > li").FilterFunction(func(_ int, row *goquery.Selection) bool {
		return row.Find("li b").FilterFunction(func(_ int, b *goquery.Selection) bool { return b.Text() == s.number }).Length() > 0
	})
	if row.Length() == 0 {
		v.T.Fatalf("no student has the number %s: %s", s.number, page.Text("#call-students"))
	}
	form.Set("choice", row.First().Find("button").AttrOr("value", ""))
	return v.Follow(v.Post(page.Address("#call-students form.question"), form)).Want(v.T, http.StatusOK)
}

// bringsFiles enters the lists that the school system does not provide.
func (s shape) bringsFiles(v *apptest.Visitor) {
	v.T.Helper()
	if s.file != "" {
		v.Confirm(v.Follow(v.Bring("students.csv", s.file)).Want(v.T, http.StatusOK)).Want(v.T, http.StatusSeeOther)
	}
	if s.lines != "" {
		v.Post(apptest.StatusesPath, pasted(v, s.lines).Want(v.T, http.StatusOK).Form("form:has(input[name=typed])")).Want(v.T, http.StatusSeeOther)
	}
}

// looks compares the lists in use.
func (s shape) looks(t *testing.T, p *apptest.Program) {
	t.Helper()
	periods, err := p.App.Store.Periods(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	var got []string
	for _, period := range periods {
		for _, student := range p.List(t, apptest.Harbour, string(period.ID)) {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d %d %s %s", student.ID, student.Student, student.Name(), student.ClassName)))
		}
	}
	if text := strings.Join(got, "\n"); text != strings.TrimSpace(s.want) {
		t.Errorf("rolls are made of\n%s\nnot of\n%s", text, s.want)
	}
	statuses, err := p.App.Store.Statuses(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	var named []string
	for _, status := range statuses {
		named = append(named, status.ID.String()+" "+status.Name)
	}
	if text := strings.Join(named, ", "); text != s.statuses {
		t.Errorf("the statuses are %q, not %q", text, s.statuses)
	}
}

func TestFourFifthsOfAllShapesConnectByClicksAndPastedAddressesAndNoneWrongly(t *testing.T) {
	t.Parallel()
	all := shapesOfServices()
	if len(all) < 28 {
		t.Fatalf("there are only %d shapes", len(all))
	}
	every, tried := len(all)/apptest.Fewer(t, "shapes", len(all), len(all)/3), 0
	var counting sync.Mutex
	ways := map[string]int{}
	t.Run("shape", func(t *testing.T) {
		for i, shape := range all {
			if i%every != 0 {
				continue
			}
			tried++
			t.Run(shape.name, func(t *testing.T) {
				t.Parallel()
				shape.connects(t)
				counting.Lock()
				defer counting.Unlock()
				if !t.Failed() {
					ways[shape.way()]++
				}
			})
		}
	})
	t.Logf("of %d shapes connect: %v", tried, ways)
	if easy := ways["clicks alone"] + ways["pasted addresses"]; 5*easy < 4*tried {
		t.Errorf("only %d of %d connect without a file", easy, tried)
	}
}

// fourStudents returns the students of nearly every shape.
func fourStudents() []roll.Enrolment {
	var all []roll.Enrolment
	for i, name := range []string{"Ada Lund", "Bo Berg", "Cy Moe", "Di Rask"} {
		given, family, _ := strings.Cut(name, " ")
		all = append(all, roll.Enrolment{ID: roll.EnrolmentID(101 + i), Student: roll.StudentID(501 + i), Given: given, Family: family, ClassName: "8" + string(rune('A'+i/2))})
	}
	return all
}

// each returns the four students, with $E in entry replaced by the enrolment, $S by the student, $G and $F by
// the names, $C by the class, $N by the number of the class and $I by the place.
func each(entry string) string {
	var all []string
	for i, one := range fourStudents() {
		all = append(all, strings.NewReplacer("$E", one.ID.String(), "$S", strconv.FormatInt(int64(one.Student), 10), "$G", one.Given, "$F", one.Family,
			"$C", one.ClassName, "$N", strconv.Itoa(1+i/2), "$I", strconv.Itoa(i)).Replace(entry))
	}
	return strings.Join(all, ",")
}
