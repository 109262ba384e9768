package session

import (
	"encoding/json"
	"fmt"
	"time"
)

// record is a session as it stands in the database. It is JSON: encoding/gob, which is
// made for streams, describes its types anew with every session it reads.
type record struct {
	Deadline time.Time `json:"deadline"`
	Person   string    `json:"person,omitempty"`
	// ID names the session among those of the person; it is no secret.
	ID     string `json:"id,omitempty"`
	Epoch  int    `json:"epoch,omitempty"`
	School string `json:"school,omitempty"`
	Kind   string `json:"kind,omitempty"`
	// Agent is with what somebody signed in, as Agent.text.
	Agent string `json:"agent,omitempty"`
	// Cover is how sessions told a cover before they had kinds; it is only read.
	Cover bool `json:"cover,omitempty"`
	// Began and Seen are in seconds since 1970.
	Began int64 `json:"began,omitempty"`
	Seen  int64 `json:"seen,omitempty"`
}

// records is the scs.Codec of sessions.
type records struct{}

// Encode writes the values that Sessions knows; another one is an error.
func (records) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	kept := record{Deadline: deadline}
	for key, value := range values {
		known := false
		switch key {
		case personKey:
			kept.Person, known = value.(string)
		case idKey:
			kept.ID, known = value.(string)
		case beganKey:
			kept.Began, known = value.(int64)
		case epochKey:
			kept.Epoch, known = value.(int)
		case schoolKey:
			kept.School, known = value.(string)
		case kindKey:
			kept.Kind, known = value.(string)
		case agentKey:
			kept.Agent, known = value.(string)
		case seenKey:
			kept.Seen, known = value.(int64)
		}
		if !known {
			return nil, fmt.Errorf("a session has no place for a %T as %s", value, key)
		}
	}
	return json.Marshal(kept)
}

// Decode reads what Encode wrote.
func (records) Decode(text []byte) (time.Time, map[string]any, error) {
	var kept record
	if err := json.Unmarshal(text, &kept); err != nil {
		return time.Time{}, nil, fmt.Errorf("read a session: %w", err)
	}
	values := make(map[string]any)
	if kept.Person != "" {
		values[personKey], values[epochKey], values[seenKey] = kept.Person, kept.Epoch, kept.Seen
	}
	if kept.ID != "" {
		values[idKey], values[beganKey] = kept.ID, kept.Began
	}
	if kept.Cover {
		kept.Kind = string(CoverLink)
	}
	if kept.Kind != "" {
		values[kindKey] = kept.Kind
	}
	if kept.Agent != "" {
		values[agentKey] = kept.Agent
	}
	if kept.School != "" {
		values[schoolKey] = kept.School
	}
	return kept.Deadline, values, nil
}
