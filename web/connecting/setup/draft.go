package setup

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/readings"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// Draft returns the school's draft, or the mapping in force without trials.
func (c *Connecting) Draft(ctx context.Context, school roll.School) (Draft, error) {
	draft := Draft{Trials: make(map[Call]Trial)}
	text, err := c.store.MappingDraft(ctx, school.ID)
	if err != nil {
		return draft, err
	}
	inForce, unusable := proof.MappingOf(school)
	if unusable != nil {
		inForce = mapping.Default() // the page lets the admin correct it
	}
	if text == "" {
		draft.Mapping, draft.InForce = inForce, unusable == nil
		return draft, nil
	}
	if err := json.Unmarshal([]byte(text), &draft); err != nil {
		return draft, fmt.Errorf("read the draft of school %s: %w", school.ID, err)
	}
	draft.InForce = school.Mapping != "" && unusable == nil && written(draft.Mapping) == written(inForce)
	return draft, nil
}

func (c *Connecting) keep(ctx context.Context, school roll.School, draft Draft) error {
	text, err := json.Marshal(draft)
	if err != nil {
		return fmt.Errorf("write the draft of school %s: %w", school.ID, err)
	}
	return c.store.SetMappingDraft(ctx, school.ID, string(text))
}

// written writes a mapping as its file.
func written(mapped mapping.Mapping) string {
	text, err := json.MarshalIndent(mapped, "", "  ")
	if err != nil {
		return "" // cannot be: a mapping is texts and numbers
	}
	return string(text) + "\n"
}

// Export returns the mapping in force as the file that `school mapping` reads. It contains no secret.
func (c *Connecting) Export(school roll.School) (string, error) {
	mapped, err := proof.MappingOf(school)
	return written(mapped), err
}

// Needs returns what is missing to take a roll. Missing is the first gap of the draft. Still are the lists
// that the service does not have and that the school has not given yet; the draft can be used before they are
// there.
func (c *Connecting) Needs(ctx context.Context, school roll.School,
	draft Draft) (missing readings.Need, still []Call, err error) {
	compares := readings.NoNeed // comes last: all other answers can change the list
	for _, row := range rows() {
		trial, isAbsent := draft.Trials[row.call], draft.Mapping.Of(row.call).Absent
		isNeeded, isOpen, denied := mapping.IsNeeded(row.call), draft.Asks(row.call), trial.Finding == mapping.FindingNoCall
		isOwn, err := c.isOwn(ctx, school, draft, row)
		if err != nil {
			return missing, nil, err
		}
		if row.call == mapping.Students {
			compares = draft.NeedOfList(isOwn)
		}
		if compares == readings.NeedCount {
			missing = cmp.Or(missing, compares)
		}
		if row.blocks && !isAbsent && !isOwn && !denied {
			missing = cmp.Or(missing, trial.Undecided())
		}
		switch {
		case isOpen && trial.Items > 0:
			missing = cmp.Or(missing, readings.NeedNumber)
		case isOpen, (isNeeded || mapping.IsAlways(row.call)) && !isOwn && !denied && trial.Items == 0:
			missing = cmp.Or(missing, readings.Need(row.call))
		case isNeeded && !isOwn && denied && isAbsent:
			still = append(still, row.call)
		}
	}
	return cmp.Or(missing, compares), still, nil
}

// isOwn reports whether the school gives the list itself, as a file or by hand.
func (c *Connecting) isOwn(ctx context.Context, school roll.School, draft Draft, row row) (bool, error) {
	if row.list == nil {
		return false, nil
	}
	state, err := c.store.ListState(ctx, school.ID, row.list(draft))
	return state.Source != "" && state.Source != lists.FromService, err
}

// Use puts the draft in force and returns the changed school, with the period of the draft's trials. It
// returns [roll.Stale] while the draft lacks something that a roll needs.
func (c *Connecting) Use(ctx context.Context, school roll.School) (used roll.School, period roll.PeriodID, err error) {
	draft, err := c.Draft(ctx, school)
	if err != nil {
		return school, "", err
	}
	missing, _, err := c.Needs(ctx, school, draft)
	if err != nil {
		return school, "", err
	}
	if missing != readings.NoNeed && !draft.InForce {
		return school, "", roll.Problem(roll.Stale, language.MissingKeys.Of(string(missing)))
	}
	if err := draft.Mapping.Validate(); err != nil {
		return school, "", err
	}
	school.Mapping = written(draft.Mapping)
	if err := c.store.SetMapping(ctx, school); err != nil {
		return school, "", err
	}
	if draft.Told != nil {
		count := roll.StudentCount{Shown: *draft.Told, Read: draft.Trials[mapping.Students].Distinct}
		if err := c.store.SetStudentCount(ctx, school.ID, count); err != nil {
			return school, "", err
		}
	}
	// Lists are accepted only for the connection that begins here.
	used, err = c.store.School(ctx, school.ID)
	return used, roll.PeriodID(draft.Period.ID), err
}
