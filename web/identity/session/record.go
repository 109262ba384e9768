package session

import (
	"encoding/json"
	"fmt"
	"time"

	"rollbook/web/roll"
)

// record is a session in the database. It is JSON: encoding/gob, made for streams, would describe its types
// in every session.
type record struct {
	Deadline time.Time     `json:"deadline"`
	Person   roll.PersonID `json:"person,omitempty"`
	// ID identifies the session among those of the person. It is not secret.
	ID     string        `json:"id,omitempty"`
	Epoch  int           `json:"epoch,omitempty"`
	School roll.SchoolID `json:"school,omitempty"`
	Kind   Kind          `json:"kind,omitempty"`
	// Provided is true for a session that the provider of a school opened.
	Provided bool `json:"provided,omitempty"`
	// Only are the schools that the session opens; nil for all.
	Only []roll.SchoolID `json:"only,omitempty"`
	// Agent is the agent at sign-in, as Agent.text.
	Agent string `json:"agent,omitempty"`
	// Cover marks the session of a cover from before sessions had kinds. It is only read.
	Cover bool `json:"cover,omitempty"`
	// Began, Seen and Confirmed are in seconds since 1970, the last by the program's clock.
	Began     int64 `json:"began,omitempty"`
	Seen      int64 `json:"seen,omitempty"`
	Confirmed int64 `json:"confirmed,omitempty"`
}

// recordKey is the only key in the values of a scs session: its record.
const recordKey = "record"

func readRecord(text []byte) (record, error) {
	var kept record
	if err := json.Unmarshal(text, &kept); err != nil {
		return kept, fmt.Errorf("read a session: %w", err)
	}
	if kept.Cover {
		kept.Kind, kept.Cover = CoverLink, false
	}
	return kept, nil
}

// records is the scs.Codec of sessions.
type records struct{}

// Encode writes the session's record.
func (records) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	kept, _ := values[recordKey].(record) // without a person there is no record
	kept.Deadline = deadline
	return json.Marshal(kept)
}

// Decode reads the text of Encode.
func (records) Decode(text []byte) (time.Time, map[string]any, error) {
	kept, err := readRecord(text)
	return kept.Deadline, map[string]any{recordKey: kept}, err
}
