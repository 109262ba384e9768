package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/web"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// schoolStatuses replaces a school's attendance statuses.
type schoolStatuses struct {
	ofSchool
	File string `required:"" placeholder:"F.csv" help:"Columns id, name, and if wanted family, letter, carries_time; - reads stdin."`
}

func statusColumns() []tables.Column {
	return named(2, []string{"id"}, []string{"name"}, []string{"family"}, []string{"letter"}, []string{"carries_time"})
}

// givenStatus is a status from a line. Empty fields are guessed from the name.
type givenStatus struct {
	roll.Status
	carriesTime *bool
}

// Run replaces all statuses, or none.
func (s schoolStatuses) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	given, err := readRows(p, s.File, statusColumns(), parseStatus)
	if err != nil {
		return err
	}
	if err := app.Store.PutStatuses(ctx, school.ID, lists.FromFile, complete(given)); err != nil {
		return err
	}
	p.logEvent(ctx, app, "statuses-changed", school.ID)
	return p.print("%s has %d attendance statuses\n", school.ID, len(given))
}

func parseStatus(texts []string) (status givenStatus, key string, err error) {
	id, err := roll.ParseStatusID(texts[0])
	if err != nil {
		return status, "", fmt.Errorf("id %q: not a positive whole number in plain digits", texts[0])
	}
	status.Status = roll.Status{ID: id, Name: texts[1], Family: roll.Family(strings.ToLower(texts[2])), Letter: texts[3]}
	if status.Name == "" {
		return status, "", errors.New("no name")
	}
	if status.Family != "" && !slices.Contains(roll.Families(), status.Family) {
		return status, "", fmt.Errorf("family %q: not one of present, absent, late, excused, left, remote, other", texts[2])
	}
	if utf8.RuneCountInString(status.Letter) > roll.LetterLimit {
		return status, "", fmt.Errorf("letter %q: not one or two characters", texts[3])
	}
	if status.carriesTime, err = parseFlag(texts[4]); err != nil {
		return status, "", fmt.Errorf("carries_time %q: %w", texts[4], err)
	}
	return status, "id " + id.String(), nil
}

// parseFlag parses yes or no. It returns nil for an empty text.
func parseFlag(text string) (*bool, error) {
	yes := true
	switch strings.ToLower(text) {
	case "":
		return nil, nil
	case "yes", "true", "1":
	case "no", "false", "0":
		yes = false
	default:
		return nil, errors.New("neither yes nor no")
	}
	return &yes, nil
}

// complete guesses the fields that the lines leave empty.
func complete(given []givenStatus) []roll.Status {
	statuses := make([]roll.Status, len(given))
	for i, status := range given {
		statuses[i] = status.Status
		statuses[i].CarriesTime = status.Family == roll.Late || status.Family == roll.LeftEarly
	}
	statuses = roll.GuessStatuses(statuses)
	for i, status := range given {
		if status.carriesTime != nil {
			statuses[i].CarriesTime = *status.carriesTime
		}
	}
	return statuses
}
