package mapping

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// MaxBytes is the greatest size of a mapping's file.
const MaxBytes = 64 << 10

// Load reads a mapping from JSON and validates it. It refuses unknown fields, text after the mapping and
// files above 64 KiB with [ErrUnusable].
func Load(r io.Reader) (Mapping, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	var m Mapping
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	switch {
	case len(text) > MaxBytes:
		return Mapping{}, fmt.Errorf("%w: larger than %d bytes", ErrUnusable, MaxBytes)
	case err != nil:
		return Mapping{}, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return m, m.Validate()
}

// scope returns the member "by" of a call in a mapping's file. The path says the same.
func (r Reading) scope(of row) string {
	switch {
	case !of.scoped:
		return ""
	case IsByClass(of.call, r):
		return "class"
	}
	return "period"
}

// object is a JSON object with ordered members.
type object []string

func (o *object) add(name string, value any) error {
	text, err := json.Marshal(value)
	*o = append(*o, fmt.Sprintf("%q:%s", name, text))
	return err
}

func (o *object) text() []byte { return []byte("{" + strings.Join(*o, ",") + "}") }

// MarshalJSON writes the mapping's file, with calls and fields in the table's order. It writes the needed
// fields of a call even when they are empty.
func (m Mapping) MarshalJSON() ([]byte, error) {
	var file object
	err := file.add("version", m.Version)
	for _, row := range table() {
		reading, mapped := m.calls[row.call]
		if !mapped && !row.listed {
			continue
		}
		var fields object
		for _, field := range row.fields {
			if path := reading.Fields[field.name]; field.needed || path != "" {
				err = errors.Join(err, fields.add(field.name, path))
			}
		}
		kept := struct {
			Reading
			By     string          `json:"by,omitempty"`
			Fields json.RawMessage `json:"fields"` // in the table's order
		}{reading, reading.scope(row), fields.text()}
		err = errors.Join(err, file.add(string(row.call), kept))
	}
	return file.text(), err
}

// UnmarshalJSON reads a mapping's file. It refuses unknown members. Names may be in small or capital letters,
// as for structs in encoding/json.
func (m *Mapping) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	m.calls = make(map[Call]Reading)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		at := slices.IndexFunc(Calls(), func(call Call) bool { return strings.EqualFold(string(call), name) })
		var err error
		switch {
		case strings.EqualFold(name, "version"):
			err = json.Unmarshal(members[name], &m.Version)
		case at < 0:
			err = unknownMember(name)
		case string(members[name]) != "null":
			err = m.read(table()[at], members[name])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// read reads the part of a mapping's file for one call.
func (m *Mapping) read(row row, text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var kept struct {
		Reading
		By string `json:"by"`
	}
	if err := decoder.Decode(&kept); err != nil {
		return fmt.Errorf("%s: %w", row.call, err)
	}
	reading := kept.Reading
	if scope := reading.scope(row); kept.By != "" && kept.By != scope {
		return fmt.Errorf("%s.by: %q is not %q, as the path says", row.call, kept.By, scope)
	}
	written := reading.Fields
	reading.Absent, reading.Fields = reading.Absent && row.listed, map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		at := slices.IndexFunc(row.fields, func(field field) bool { return strings.EqualFold(field.name, name) })
		if at < 0 {
			return unknownMember(name)
		}
		if path := written[name]; path != "" {
			reading.Fields[row.fields[at].name] = path
		}
	}
	m.calls[row.call] = reading
	return nil
}

func unknownMember(name string) error { return fmt.Errorf("unknown field %q", name) }
