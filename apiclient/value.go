package apiclient

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
)

var (
	errNoID      = errors.New("no id")
	errNotText   = errors.New("not a text")
	errNoDate    = errors.New("not a date YYYY-MM-DD")
	errNoBoolean = errors.New("neither true nor false")
)

// idOf reads an exact numeric id. Absent and null are errNoID.
func idOf(value any) (int64, error) {
	switch v := value.(type) {
	case nil:
		return 0, errNoID
	case json.Number:
		return parseID(v.String())
	case string:
		return parseID(v)
	}
	return 0, errNotAnID
}

// keyOf reads an id that is only handed back to the service, never counted with: a text, or a number
// written as an integer.
func keyOf(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", errNoID
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "", errNotAnID
		}
		return v.String(), nil
	case string:
		if strings.TrimSpace(v) == "" {
			return "", errNoID
		}
		return v, nil
	}
	return "", errNotText
}

// textOf reads a text exactly as it is; a number is its digits. Absent and null are "".
func textOf(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	}
	return "", errNotText
}

// dateOf reads a calendar date, of a timestamp its date as written. Absent, null and "" are "".
func dateOf(value any) (string, error) {
	text, ok := value.(string)
	if value == nil || (ok && text == "") {
		return "", nil
	}
	day, rest := text, ""
	if len(text) > len(time.DateOnly) {
		day, rest = text[:len(time.DateOnly)], text[len(time.DateOnly):]
	}
	if !ok || !isDate(day) || (rest != "" && rest[0] != 'T' && rest[0] != ' ') {
		return "", errNoDate
	}
	return day, nil
}

// flagOf reads a truth value, also written as a text or as 0 and 1.
func flagOf(value any) (bool, error) {
	switch v := value.(type) {
	case nil:
		return false, nil
	case bool:
		return v, nil
	case json.Number:
		if v == "0" || v == "1" {
			return v == "1", nil
		}
	case string:
		switch strings.ToLower(v) {
		case "true", "yes", "1", "current", "active":
			return true, nil
		case "false", "no", "0", "":
			return false, nil
		}
	}
	return false, errNoBoolean
}

// jsonOf returns any value as JSON, nil when absent.
func jsonOf(value any) json.RawMessage {
	if value == nil {
		return nil
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return nil // cannot be: it was decoded from JSON
	}
	return raw
}
