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

// Load reads a mapping from JSON and validates it. Unknown fields, anything after the mapping and files
// above 64 KiB are refused with [ErrUnusable].
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

// stored is a reading as it stands in a mapping's file.
type stored struct {
	Path   string       `json:"path"`
	Absent bool         `json:"absent,omitempty"`
	List   string       `json:"list"`
	Paging Paging       `json:"paging,omitzero"`
	By     *Scope       `json:"by,omitempty"`
	Fields storedFields `json:"fields"`
}

// storedFields are the paths of a call's fields. What a call needs stands there also when it is empty.
type storedFields struct {
	row   row
	paths map[string]string
}

// object is a JSON object whose members stand in order.
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

// MarshalJSON writes the fields in the table's order.
func (f storedFields) MarshalJSON() ([]byte, error) {
	var fields object
	for _, field := range f.row.fields {
		if path := f.paths[field.name]; field.needed || path != "" {
			fields = append(fields, member{field.name, path})
		}
	}
	return fields.MarshalJSON()
}

// MarshalJSON writes the mapping's file, the calls in the table's order.
func (m Mapping) MarshalJSON() ([]byte, error) {
	file := object{{"version", m.Version}}
	for _, row := range table() {
		reading, mapped := m.calls[row.call]
		if !mapped && !row.listed {
			continue
		}
		kept := stored{reading.Path, reading.Absent, reading.List, reading.Paging, nil, storedFields{row, reading.Fields}}
		if row.scoped {
			kept.By = &reading.By
		}
		file = append(file, member{string(row.call), kept})
	}
	return file.MarshalJSON()
}

// UnmarshalJSON reads a mapping's file. A member that means nothing is an error.
func (m *Mapping) UnmarshalJSON(text []byte) error {
	members, err := membersOf(text, append([]string{"version"}, callNames()...))
	if err != nil {
		return err
	}
	if version, told := members["version"]; told {
		if err := json.Unmarshal(version, &m.Version); err != nil {
			return err
		}
	}
	m.calls = map[Call]Reading{}
	for _, row := range table() {
		kept := stored{Fields: storedFields{row: row, paths: map[string]string{}}}
		part := members[string(row.call)]
		if len(part) == 0 || string(part) == "null" {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(part))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&kept)
		reading := Reading{kept.Path, kept.Absent && row.listed, kept.List, kept.Paging, "", kept.Fields.paths}
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", row.call, err)
		case kept.By != nil && !row.scoped:
			return unknownMember("by")
		case kept.By != nil:
			reading.By = *kept.By
		}
		m.calls[row.call] = reading
	}
	return nil
}

// UnmarshalJSON reads the fields that the call has.
func (f *storedFields) UnmarshalJSON(text []byte) error {
	members, err := membersOf(text, Fields(f.row.call))
	for name, part := range members {
		var path string
		if err == nil {
			err = json.Unmarshal(part, &path)
		}
		if path != "" {
			f.paths[name] = path
		}
	}
	return err
}

func callNames() []string {
	var names []string
	for _, call := range Calls() {
		names = append(names, string(call))
	}
	return names
}

// membersOf reads an object by the names that it can have, in small or capital letters as encoding/json
// reads those of structs.
func membersOf(text []byte, names []string) (map[string]json.RawMessage, error) {
	var written map[string]json.RawMessage
	if err := json.Unmarshal(text, &written); err != nil {
		return nil, err
	}
	members := make(map[string]json.RawMessage, len(written))
	for _, name := range slices.Sorted(maps.Keys(written)) {
		at := slices.IndexFunc(names, func(known string) bool { return strings.EqualFold(known, name) })
		if at < 0 {
			return nil, unknownMember(name)
		}
		members[names[at]] = written[name]
	}
	return members, nil
}

func unknownMember(name string) error { return fmt.Errorf("unknown field %q", name) }
