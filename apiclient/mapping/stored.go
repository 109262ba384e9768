package mapping

import (
	"bytes"
	"encoding/json"
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

// stored is a reading as it is written in a mapping's file.
type stored struct {
	Reading
	// By is written for every call that can be made by class.
	By *Scope `json:"by,omitempty"`
	// Fields are written as an [object] and read as a map.
	Fields any `json:"fields"`
}

// object is a JSON object with ordered members.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members.
func (o object) MarshalJSON() ([]byte, error) {
	out := bytes.NewBufferString("{")
	for i, member := range o {
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "%q:%s", member.name, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// MarshalJSON writes the mapping's file, with calls and fields in the table's order. It writes the needed
// fields of a call even when they are empty.
func (m Mapping) MarshalJSON() ([]byte, error) {
	file := object{{"version", m.Version}}
	for _, row := range table() {
		reading, mapped := m.calls[row.call]
		if !mapped && !row.listed {
			continue
		}
		fields := object{}
		for _, field := range row.fields {
			if path := reading.Fields[field.name]; field.needed || path != "" {
				fields = append(fields, member{field.name, path})
			}
		}
		kept := stored{Reading: reading, Fields: fields}
		if row.scoped {
			kept.By = &reading.By
		}
		file = append(file, member{string(row.call), kept})
	}
	return file.MarshalJSON()
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
	var kept stored
	if err := decoder.Decode(&kept); err != nil {
		return fmt.Errorf("%s: %w", row.call, err)
	}
	reading := kept.Reading
	reading.Absent, reading.Fields = reading.Absent && row.listed, map[string]string{}
	if kept.By != nil {
		reading.By = *kept.By
		if !row.scoped {
			return unknownMember("by")
		}
	}
	fields, isObject := kept.Fields.(map[string]any)
	if !isObject && kept.Fields != nil {
		return fmt.Errorf("%s.fields: not an object", row.call)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		at := slices.IndexFunc(row.fields, func(field field) bool { return strings.EqualFold(field.name, name) })
		path, isText := fields[name].(string)
		switch {
		case at < 0:
			return unknownMember(name)
		case !isText && fields[name] != nil:
			return fmt.Errorf("%s.fields.%s: not a text", row.call, name)
		case path != "":
			reading.Fields[row.fields[at].name] = path
		}
	}
	m.calls[row.call] = reading
	return nil
}

func unknownMember(name string) error { return fmt.Errorf("unknown field %q", name) }
