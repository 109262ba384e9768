package setup

import (
	"context"
	"encoding/json"
	"fmt"

	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// Short names of the types in package readings.
type (
	// Call is one of the reading calls.
	Call = readings.Call
	// Reading describes how a call is made and read.
	Reading = readings.Reading
	// Draft is a mapping that is not in force yet, with its trials.
	Draft = readings.Draft
	// Trial is the result of trying a call.
	Trial = readings.Trial
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
