package handlers_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

// BenchmarkSave measures the processor time of a whole save: the request, its commits,
// the call, the answer. The school system runs as a process of its own, as in life, and
// is not counted.
//
// "exceptions and others" takes turns as a morning does: the three who are not there,
// then all others of the class. "whole class" is everybody in each save.
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
			v := p.as(b, teacher)
			v.get(eightB).want(b, http.StatusOK)
			cookies := v.cookies()
			classes := p.classesToMark(b, v)
			measure(b, func(client int) {
				form := classes[client].press(p, way.share)
				if answer := p.serve(cookies, http.MethodPost, rollPath, form); answer.Code != http.StatusOK {
					b.Errorf("the save answered %d: %s", answer.Code, answer.Body)
				}
			})
		})
	}
}

// markedClass is a class that one client marks again and again.
type markedClass struct {
	form       url.Values
	enrolments []string
	seen       []int
	statuses   [2]string
	turn       int
}

// press is the next save of the class, by somebody who has seen the one before.
func (c *markedClass) press(p *program, share func(turn, students int) (from, to int)) url.Values {
	from, to := share(c.turn, len(c.enrolments))
	c.form.Set("save", string(p.app.Tokens.New(roll.PersonID(teacher))))
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

// classesToMark are all classes of the first school.
func (p *program) classesToMark(b *testing.B, v *visitor) []*markedClass {
	b.Helper()
	var all []*markedClass
	for _, period := range v.get(eightB).values("select[name=period] option") {
		for _, class := range v.get(rollPath + "?class=8B&period=" + period).values("select[name=class] option") {
			page := v.get(rollPath + "?period=" + url.QueryEscape(period) + "&class=" + url.QueryEscape(class))
			enrolments, statuses := page.values("input[name=enrolment]"), page.values("input[name=status]")
			all = append(all, &markedClass{
				enrolments: enrolments, seen: make([]int, len(enrolments)), statuses: [2]string{statuses[0], statuses[1]},
				form: url.Values{"period": {period}, "class": {class}, "date": {today}},
			})
		}
	}
	if len(all) < benchmarkClients {
		b.Fatalf("%d classes for %d clients", len(all), benchmarkClients)
	}
	return all
}

// values are those of the elements that the selector finds.
func (a answer) values(selector string) []string {
	return a.page.Find(selector).Map(func(_ int, element *goquery.Selection) string { return element.AttrOr("value", "") })
}

// bootBesideService starts the program beside a school system that is a process of its
// own.
func bootBesideService(b *testing.B) *program {
	b.Helper()
	clock := clockFrom(bootHour())
	p := &program{app: newApp(b, b.TempDir(), clock)}
	zone, err := time.LoadLocation("Europe/London")
	must(b, err)
	harbourLine := startService(b)[0]
	school := roll.School{
		ID: harbour, Name: "Harbour Street School", Zone: zone, BaseURL: harbourLine[0], Tenant: harbourLine[1], Code: harbourLine[2],
		Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
	}
	must(b, p.app.AddSchool(b.Context(), school, apiclient.NewKey(harbourLine[3])))
	person := roll.Person{ID: teacher, Email: teacher, Name: "Anna Lindqvist"}
	must(b, p.app.AddPerson(b.Context(), person, everyPassword))
	must(b, p.app.Store.Join(b.Context(), person.ID, harbour, roll.Teacher))
	p.run(b)
	return p
}

// startService runs the sample school system until the benchmark is over. For each
// school it is the address, tenant, code and key.
func startService(b *testing.B) [][]string {
	b.Helper()
	binary, err := buildProgram(b)
	must(b, err)
	command := exec.Command(binary, "sandbox", "--listen", "127.0.0.1:0")
	output, err := command.StdoutPipe()
	must(b, err)
	must(b, command.Start())
	b.Cleanup(func() {
		must(b, command.Process.Kill())
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
