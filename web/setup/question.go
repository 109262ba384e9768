package setup

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// Question asks a person which number is the one that each student has in a school year, and that
// saving needs. No name in the answer says it, and with a wrong number marks go to other students.
type Question struct {
	// Candidates are the numbers to choose from; none where no number in the list can be it.
	Candidates []Candidate `json:"candidates,omitempty"`
}

// Candidate is a number that may be the one, with the students who have it.
type Candidate struct {
	discovery.Candidate
	Examples []Example `json:"examples,omitempty"`
}

// Example is a student, by name where the list tells it, and the number that she has at a candidate.
type Example struct {
	Name   string `json:"name,omitempty"`
	Number string `json:"number"`
}

// shownExamples is how many students stand beside each candidate.
const shownExamples = 3

// Asks tells that a person has to say first which number saving needs. Then the draft cannot be put
// in force.
func (d Draft) Asks() bool {
	students := d.Reading(Students)
	return !students.Absent && students.Fields[mapping.EnrolmentID] == ""
}

// readable is the draft's mapping without the students' call while that has a question.
func (d Draft) readable() mapping.Mapping {
	if d.Asks() {
		return d.Mapping.With(Students, Reading{Absent: true})
	}
	return d.Mapping
}

// validate tells what is wrong with the draft's mapping besides its open question.
func (d Draft) validate() error {
	students := d.Reading(Students)
	if d.Asks() {
		students.Fields[mapping.EnrolmentID] = "$"
	}
	return d.Mapping.With(Students, students).Validate()
}

// ask writes down the question about the students that were found, and shows some of them.
func (s *seeker) ask(trial *Trial, found discovery.Found) {
	items, err := discovery.Items(found.Look.Document, found.Reading.List)
	if err != nil || len(items) == 0 {
		return
	}
	trial.Finding, trial.Items, trial.Question = mapping.FindingPartly, len(items), &Question{}
	for _, item := range items[:min(len(items), shownRows)] {
		row := Row{Text: s.nameIn(item, found.Reading.Fields), Note: s.at(item, found.Reading.Fields[mapping.ClassName])}
		if len(found.Guess.Candidates) > 0 {
			row.Number = s.at(item, found.Guess.Candidates[0].Path)
		}
		if row.Text != "" || row.Number != "" {
			trial.Rows = append(trial.Rows, row)
		}
	}
	for _, candidate := range found.Guess.Candidates {
		if s.client.Redact(candidate.Path) != candidate.Path {
			continue
		}
		asked := Candidate{Candidate: candidate}
		for _, item := range items[:min(len(items), shownExamples)] {
			asked.Examples = append(asked.Examples, Example{s.nameIn(item, found.Reading.Fields), s.at(item, candidate.Path)})
		}
		trial.Question.Candidates = append(trial.Question.Candidates, asked)
	}
}

// nameIn is a student's name as the fields say.
func (s *seeker) nameIn(item any, fields map[string]string) string {
	name := strings.TrimSpace(s.at(item, fields[mapping.GivenName]) + " " + s.at(item, fields[mapping.FamilyName]))
	return cmp.Or(name, s.at(item, fields[mapping.FullName]))
}

// at is what stands at a path of an item, for people.
func (s *seeker) at(item any, path string) string {
	if path == "" {
		return ""
	}
	found, err := mapping.Select(item, path)
	if err != nil || len(found) == 0 {
		return ""
	}
	return s.client.Redact(discovery.Text(found[0]))
}

// candidatesIn guesses anew which numbers a person has to choose among, in the list of a reading that says none.
func candidatesIn(document any, reading Reading) []discovery.Candidate {
	items, err := discovery.Items(document, reading.List)
	if err != nil {
		return nil
	}
	guess := discovery.ReadList(Students, discovery.List{Path: reading.List, Items: items})
	if path := guess.Fields[mapping.EnrolmentID]; path != "" {
		return []discovery.Candidate{{Path: path}}
	}
	return guess.Candidates
}

// Choose answers the question about the students: saving needs the number at the path, one of the
// candidates. All else stays as it is read, and the list is read by it. A path that is no candidate any
// more is [roll.Stale].
func (c *Connecting) Choose(ctx context.Context, school roll.School, path string) (Draft, error) {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		question := s.draft.Trials[Students].Question
		if question == nil {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		at := slices.IndexFunc(question.Candidates, func(candidate Candidate) bool { return candidate.Path == path })
		if at < 0 {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		reading := s.draft.Reading(Students)
		reading.Fields[mapping.EnrolmentID] = path
		if student := question.Candidates[at].Student; student != "" && reading.Fields[mapping.StudentID] == "" {
			reading.Fields[mapping.StudentID] = student
		}
		if err := s.prepare(ctx, Students, reading.By); err != nil {
			return err
		}
		return s.accept(ctx, Students, s.search.Look(ctx, Students, reading.Path, s.place()), reading)
	})
}
