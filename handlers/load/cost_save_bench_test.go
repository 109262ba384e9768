package load_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/handlers/apptest"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// BenchmarkSave measures the processor time of a whole save: the request, its commits, the call, the answer.
// The school system runs as a separate process, as in production, and is not counted.
//
// "exceptions and others" alternates like a morning: the three absent students, then all others of the class.
// "whole class" marks all students in each save.
func BenchmarkSave(b *testing.B) {
	for _, way := range []struct {
		name  string
		share func(turn, students int) (from, to int)
	}{
		{"exceptions and others", func(turn, students int) (from, to int) {
			if turn%2 == 0 {
				return 0, 3
			}
			return 3, students
		}},
		{"whole class", func(_, students int) (from, to int) { return 0, students }},
	} {
		b.Run(way.name, func(b *testing.B) {
			p := bootBesideService(b)
			v := p.As(b, apptest.Teacher)
			v.Get(apptest.EightB).Want(b, http.StatusOK)
			cookies := v.Cookies()
			classes := classesToMark(b, v)
			measure(b, func(client int) {
				form := classes[client].press(p.App.Identity.Tokens, way.share)
				if answer := p.Serve(cookies, http.MethodPost, apptest.RollPath, form); answer.Code != http.StatusOK {
					b.Errorf("the save answered %d: %s", answer.Code, answer.Body)
				}
			})
		})
	}
}

// BenchmarkSaveBesideTheBareCall alternates between the bulk call alone and a save of the same class through
// a page's form, and reports both medians and their difference, in milliseconds.
func BenchmarkSaveBesideTheBareCall(b *testing.B) {
	line := startService(b)[0]
	p, school := bootBeside(b, apptest.NewDatabase(b, b.TempDir()), line)
	v := p.As(b, apptest.Teacher)
	class := classesToMark(b, v)[0]
	var bare, saved []time.Duration
	for b.Loop() {
		form := class.press(p.App.Identity.Tokens, func(_, students int) (from, to int) { return 0, students })
		begun := time.Now()
		callBare(b, v.Client, school, line[3], form)
		called := time.Now()
		v.Post(apptest.RollPath, form, apptest.ByScript()...).Want(b, http.StatusOK)
		bare, saved = append(bare, called.Sub(begun)), append(saved, time.Since(called))
	}
	b.ReportMetric(percentile(bare, 50), "bare-ms")
	b.ReportMetric(percentile(saved, 50), "save-ms")
	b.ReportMetric(percentile(saved, 50)-percentile(bare, 50), "more-ms")
}

// callBare makes the bulk call (service document, section 4.1) of a form.
func callBare(b *testing.B, client *http.Client, school roll.School, key string, form url.Values) {
	b.Helper()
	body := fmt.Sprintf(`{"studentSemesterInfoIds":[%s],"attStatus":{"id":%s},"date":%q}`,
		strings.Join(form["enrolment"], ","), form.Get("status"), form.Get("date"))
	r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, school.BaseURL+"/serviceapi/v1/students/attendance/daily/bulk", strings.NewReader(body))
	apptest.Must(b, err)
	for name, value := range map[string]string{
		"tenant": school.Tenant, "schoolCode": school.Code, "service-secret-key": key, "Content-Type": "application/json",
	} {
		r.Header.Set(name, value)
	}
	answered, err := client.Do(r)
	apptest.Must(b, err)
	_, err = io.Copy(io.Discard, answered.Body)
	if err := errors.Join(err, answered.Body.Close()); err != nil || answered.StatusCode != http.StatusOK {
		b.Fatal("the bulk call answers ", answered.StatusCode, err)
	}
}

// markedClass is a class that one client marks repeatedly.
type markedClass struct {
	person     roll.PersonID
	form       url.Values
	enrolments []string
	seen       []int
	statuses   [2]string
	turn       int
}

// press fills in the next save of the class, by a person who has seen the previous one.
func (c *markedClass) press(tokens *auth.Tokens, share func(turn, students int) (from, to int)) url.Values {
	from, to := share(c.turn, len(c.enrolments))
	c.form.Set("save", string(tokens.New(c.person)))
	c.form.Set("status", c.statuses[c.turn%2])
	c.form["enrolment"] = c.enrolments[from:to]
	c.form["seen"] = c.form["seen"][:0]
	for i := from; i < to; i++ {
		c.form.Add("seen", fmt.Sprintf("%s:%d", c.enrolments[i], c.seen[i]))
		c.seen[i]++
	}
	c.turn++
	return c.form
}

// classesToMark returns all classes of the first school, each for today and the day before, which only the
// office may mark.
func classesToMark(b *testing.B, v *apptest.Visitor) []*markedClass {
	b.Helper()
	var all []*markedClass
	for _, class := range v.Get(apptest.EightB).Values("select[name=class] option") {
		for _, date := range []string{apptest.Today, apptest.Yesterday} {
			page := v.Get(apptest.RollPath + "?date=" + date + "&class=" + url.QueryEscape(class))
			enrolments, statuses := page.Values("input[name=enrolment]"), page.Values("input[name=status]")
			period := page.Values("#roll input[name=period]")
			all = append(all, &markedClass{
				person:     apptest.Teacher,
				enrolments: enrolments, seen: make([]int, len(enrolments)), statuses: [2]string{statuses[0], statuses[1]},
				// Yesterday needs a reason.
				form: url.Values{"period": period, "class": {class}, "date": {date}, "reason": {"Wrong class"}},
			})
		}
	}
	if len(all) < benchmarkClients {
		b.Fatalf("%d classes for %d clients", len(all), benchmarkClients)
	}
	return all
}

// bootBesideService starts the program beside a school system in a separate process.
func bootBesideService(b *testing.B) *apptest.Program {
	b.Helper()
	p, _ := bootBeside(b, apptest.NewDatabase(b, b.TempDir()), startService(b)[0])
	return p
}

// bootBeside starts the program on the database with the school in a line of startService, and returns both.
func bootBeside(b *testing.B, database string, line []string) (*apptest.Program, roll.School) {
	b.Helper()
	p := &apptest.Program{App: apptest.NewApp(b, apptest.Options{Database: database})}
	zone, err := time.LoadLocation("Europe/London")
	apptest.Must(b, err)
	school := roll.School{
		ID: apptest.Harbour, Name: "Harbour Street School", Zone: zone, BaseURL: line[0], Tenant: line[1], Code: line[2],
		Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
	}
	apptest.Must(b, p.App.Connecting.AddSchool(b.Context(), school, apiclient.NewKey(line[3])))
	person := roll.Person{ID: apptest.Teacher, Email: apptest.Teacher, Name: "Anna Lindqvist"}
	apptest.Must(b, p.App.Store.AddPerson(b.Context(), person, apptest.EveryHash))
	apptest.Must(b, p.App.Store.Join(b.Context(), person.ID, apptest.Harbour, roll.Office))
	p.Run(b)
	return p, school
}

// startService runs the sample school system until the benchmark is over. For each school it returns the
// address, tenant, code and key.
func startService(b *testing.B) [][]string {
	b.Helper()
	binary, err := apptest.BuildProgram(b)
	apptest.Must(b, err)
	command := exec.Command(binary, "sandbox", "--listen", "127.0.0.1:0")
	output, err := command.StdoutPipe()
	apptest.Must(b, err)
	apptest.Must(b, command.Start())
	b.Cleanup(func() {
		apptest.Must(b, command.Process.Kill())
		_ = command.Wait() // It was killed.
	})
	var schools [][]string
	for lines := bufio.NewScanner(output); lines.Scan() && lines.Text() != "ready"; {
		schools = append(schools, strings.Split(lines.Text(), "\t"))
	}
	if len(schools) == 0 {
		b.Fatal("the school system did not start")
	}
	return schools
}
