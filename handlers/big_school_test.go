package handlers_test

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/saving"
	"rollbook/web/store"
)

// A big school: what the office's pages are measured with.
const (
	bigClasses   = 60
	bigClassSize = 25
	bigSchool    = roll.SchoolID("big")
	bigDay       = "/schools/big/day"
)

// bootBig is the program with a school of so many classes of so many students, whose system
// answers every save at once. Kofi works in its office.
func bootBig(t testing.TB, classes, size int, changes ...func(*roll.School)) *program {
	t.Helper()
	p := &program{app: newApp(t, t.TempDir(), clockFrom(bootHour()))}
	service := httptest.NewServer(newHangingService())
	t.Cleanup(service.Close)
	must(t, p.app.Store.AddPerson(t.Context(), roll.Person{ID: officeWorker, Email: officeWorker, Name: "Kofi Osei"}, everyHash))
	p.addBig(t, bigSchool, service.URL, manyStudents(classes, size), changes...)
	p.run(t)
	return p
}

// addBig adds a school with the students, whose system is at the address.
func (p *program) addBig(t testing.TB, id roll.SchoolID, address string, students []roll.Enrolment, changes ...func(*roll.School)) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/London")
	must(t, err)
	school := roll.School{
		ID: id, Name: "A big school", Zone: zone, BaseURL: address, Tenant: "big", Code: "big",
		Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
	}
	for _, change := range changes {
		change(&school)
	}
	must(t, p.app.AddSchool(t.Context(), school, apiclient.NewKey("a-key-of-a-school")))
	must(t, p.app.Store.Join(t.Context(), officeWorker, id, roll.Office))
	must(t, p.app.Store.PutPeriods(t.Context(), id, store.Typed, []roll.Period{{ID: "1", Name: "2026/27"}}))
	must(t, p.app.Store.PutStatuses(t.Context(), id, store.Typed, []roll.Status{
		{ID: 1, Name: "Present", Letter: "P", Family: roll.Present}, {ID: 2, Name: "Absent", Letter: "A", Family: roll.Absent},
		{ID: 3, Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true},
	}))
	must(t, p.app.Store.PutStudents(t.Context(), id, "1", store.FromFile, students))
}

// manyStudents have names that differ, and share what names share.
func manyStudents(classes, size int) []roll.Enrolment {
	given := []string{"Amélie", "Noah", "Łukasz", "Ayşe", "İpek", "Björn", "明", "محمد", "Oluwaseun", "Zoë"}
	family := []string{"Okafor", "Müller", "Strauß", "Özdemir", "O’Neill", "García López", "Nguyễn", "李", "Kovač", "van den Berg", "Smith"}
	var students []roll.Enrolment
	for class := range classes {
		for i := range size {
			number := class*size + i + 1
			students = append(students, roll.Enrolment{
				ID: roll.EnrolmentID(number), Student: roll.StudentID(studentOf(int64(number))),
				Given: given[number%len(given)], Family: fmt.Sprintf("%s-%d", family[number%len(family)], number),
				Class: roll.ClassID(fmt.Sprintf("class-%d", class)), ClassName: fmt.Sprintf("%d%c", class/6+1, 'A'+class%6),
			})
		}
	}
	return students
}

// takeAll takes the rolls of the classes and waits until the school's system has them.
func (p *program) takeAll(t testing.TB, classes, size int) {
	t.Helper()
	school, err := p.app.Store.School(t.Context(), bigSchool)
	must(t, err)
	for class := range classes {
		press := saving.Press{
			Save: roll.Token(fmt.Sprintf("save-%d", class)), OthersSave: roll.Token(fmt.Sprintf("others-%d", class)),
			Period: "1", Class: roll.ClassID(fmt.Sprintf("class-%d", class)), Date: today, Status: 2, OthersStatus: 1,
		}
		for i := range size {
			id := roll.EnrolmentID(class*size + i + 1)
			if press.Others = append(press.Others, id); i < 2 {
				press.Enrolments = append(press.Enrolments, id)
			}
		}
		_, err := p.app.Saving.Accept(t.Context(), school, roll.Actor{Person: teacher, Name: "Anna Lindqvist", Role: roll.Teacher}, press)
		must(t, err)
	}
	p.settled(t, bigSchool)
}

// settled returns when nothing of the school's day is under way any more.
func (p *program) settled(t testing.TB, school roll.SchoolID) {
	t.Helper()
	changed, stop := p.app.Live.Listen(live.DayOf(school, today))
	defer stop()
	limit := time.NewTimer(time.Minute)
	defer limit.Stop()
	for {
		waiting, err := p.app.Store.Pending(t.Context(), school, roll.Waiting, roll.Confirming)
		must(t, err)
		if len(waiting) == 0 {
			return
		}
		select {
		case <-changed:
		case <-limit.C:
			t.Fatalf("%d marks are still under way", len(waiting))
		}
	}
}
