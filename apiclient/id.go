package apiclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
)

var errNotAnID = errors.New("not a whole number above 0")

// parseID reads an id of the service exactly: a whole number from 1 to 9223372036854775807, written
// as JSON integer or as a string of digits. 1.0 and 1e3 are no ids.
func parseID(text string) (int64, error) {
	if text == "" || len(text) > 19 {
		return 0, errNotAnID
	}
	for _, r := range []byte(text) {
		if r < '0' || r > '9' {
			return 0, errNotAnID
		}
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id == 0 {
		return 0, errNotAnID
	}
	return id, nil
}

func parseRawID(raw json.RawMessage) (int64, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '"' {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return 0, errNotAnID
		}
		return parseID(text)
	}
	return parseID(string(raw))
}
