package document

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// The reasons why a value cannot be read.
var (
	ErrNoID    = errors.New("no id")
	ErrNotAnID = errors.New("not a whole number above 0")

	errNotText   = errors.New("not a text")
	errNoDate    = errors.New("not a date YYYY-MM-DD")
	errNoBoolean = errors.New("neither true nor false")
)

// ID reads an id exactly: a whole number from 1 to 9223372036854775807, as a JSON integer or a string of
// digits. It refuses 1.0 and 1e3. It returns [ErrNoID] for absent and null.
func ID(value any) (int64, error) {
	text := ""
	switch v := value.(type) {
	case nil:
		return 0, ErrNoID
	case json.Number:
		text = v.String()
	case string:
		text = v
	}
	id, err := strconv.ParseUint(text, 10, 63) // it accepts digits only, no sign
	if err != nil || id == 0 || len(text) > 19 {
		return 0, ErrNotAnID
	}
	return int64(id), nil
}

// Key reads an id that is only sent back unchanged: a text, or a number written as an integer. It returns
// [ErrNoID] for absent, null and blank.
func Key(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", ErrNoID
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "", ErrNotAnID
		}
		return v.String(), nil
	case string:
		if strings.TrimSpace(v) == "" {
			return "", ErrNoID
		}
		return v, nil
	}
	return "", errNotText
}

// Text reads a text exactly, or the digits of a number. It returns "" for absent and null.
func Text(value any) (string, error) {
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

// Written returns a single value as text. It is "" for null, lists and objects.
func Written(value any) string {
	if flag, isFlag := value.(bool); isFlag {
		return strconv.FormatBool(flag)
	}
	text, _ := Text(value)
	return text
}

// Flag reads a truth value, also one written as text or as 0 and 1. It returns false for absent, null and "".
func Flag(value any) (bool, error) {
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
		case "closed", "past", "future", "planned", "upcoming", "inactive", "ended", "finished", "archived", "next",
			"previous", "false", "no", "0", "":
			return false, nil
		}
	}
	return false, errNoBoolean
}

// SaysNothing reports whether a value is empty, no date ([IsNoDate]), or a no.
func SaysNothing(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case bool:
		return !value
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	switch strings.ToLower(strings.TrimSpace(Written(value))) {
	case "false", "no", "n", "f", "none", "null", "nil", "-", "nein", "non", "nej", "nie":
		return true
	}
	return IsNoDate(value)
}

// JSON encodes a decoded value again. It returns nil for absent and null.
func JSON(value any) json.RawMessage {
	if value == nil {
		return nil
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return nil // cannot happen: the value was decoded from JSON
	}
	return raw
}
