package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"rollbook/apiclient/mapping"
	"rollbook/web/proof"
	"rollbook/web/roll"
)

// Draft is how a school is about to be read, with what came of the last try of each call.
type Draft struct {
	Mapping mapping.Mapping `json:"mapping"`
	// Period is the school period that the calls were tried for.
	Period Period `json:"period"`
	// Periods are all that can be tried for.
	Periods []Period               `json:"periods,omitempty"`
	Trials  map[mapping.Call]Trial `json:"trials"`
	// InForce tells that this mapping is the one by which the school is read.
	InForce bool `json:"inForce,omitempty"`
}

// Period is a school period by which calls are tried.
type Period struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Chosen tells that a person chose it; else it is the one that a roll opens.
	Chosen bool `json:"chosen,omitempty"`
}

// Trial is what came of asking a call. It holds no key.
type Trial struct {
	At time.Time `json:"at"`
	// Finding is what came of it; discovery found nothing where it is FindingNotTried.
	Finding mapping.Finding `json:"finding"`
	// Asked is method and address, Status that of the answer, 0 without one, and Answer the answer for people.
	Asked  string `json:"asked,omitempty"`
	Status int    `json:"status,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Items counts what was read, Unreadable and Repeated what was left out of it.
	Items      int `json:"items"`
	Unreadable int `json:"unreadable,omitempty"`
	Repeated   int `json:"repeated,omitempty"`
	// Classes counts the classes of the students that were read.
	Classes int `json:"classes,omitempty"`
	// Rows are the first of what was read.
	Rows []Row `json:"rows,omitempty"`
	// Lists and Fields are what the answer offers to choose from.
	Lists  []Choice `json:"lists,omitempty"`
	Fields []Choice `json:"fields,omitempty"`
	// Tried are the paths at which the call was looked for.
	Tried []string `json:"tried,omitempty"`
	// Unsure tells that a person should look whether the fields are right.
	Unsure bool `json:"unsure,omitempty"`
	// Question is what a person has to say before students can be read; nil where nothing is asked.
	Question *Question `json:"question,omitempty"`
	// People are what a person is asked about before the list is used; nil where nothing was found.
	People *Persons `json:"people,omitempty"`
	// Doubts are what is probably not right in it.
	Doubts []Doubt `json:"doubts,omitempty"`
}

// Row is one thing that was read: what people call it, and its ids.
type Row struct {
	// Text is empty for a student without a name.
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
	// Number is what a student without a name goes by.
	Number string `json:"number,omitempty"`
}

// Choice is a JSONPath with what stands there.
type Choice struct {
	Path   string `json:"path"`
	Sample string `json:"sample,omitempty"`
}

// Draft is the school's draft; without one, the mapping in force with nothing tried.
func (c *Connecting) Draft(ctx context.Context, school roll.School) (Draft, error) {
	draft := Draft{Trials: make(map[mapping.Call]Trial)}
	text, err := c.store.MappingDraft(ctx, school.ID)
	if err != nil {
		return draft, err
	}
	inForce, unusable := proof.MappingOf(school)
	if unusable != nil {
		inForce = mapping.Default() // the page is where it is mended
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

// written is a mapping as its file.
func written(mapped mapping.Mapping) string {
	text, err := json.MarshalIndent(mapped, "", "  ")
	if err != nil {
		return "" // cannot be: a mapping is texts and numbers
	}
	return string(text) + "\n"
}

// Export is the mapping in force as the file that `school mapping` takes. It holds no secret.
func (c *Connecting) Export(school roll.School) (string, error) {
	mapped, err := proof.MappingOf(school)
	return written(mapped), err
}
