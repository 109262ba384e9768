package mapping

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzLoad reads a mapping's file: whatever is accepted is stored, and read again, as the same.
func FuzzLoad(f *testing.F) {
	for _, m := range []Mapping{Default(), everyField()} {
		file, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		loaded, err := Load(bytes.NewReader(file))
		if err != nil {
			return
		}
		stored, err := json.Marshal(loaded)
		if err != nil {
			t.Fatalf("%q cannot be stored: %v", file, err)
		}
		again, err := Load(bytes.NewReader(stored))
		if err != nil {
			t.Fatalf("%q is stored as %q: %v", file, stored, err)
		}
		if twice, err := json.Marshal(again); err != nil || !bytes.Equal(twice, stored) {
			t.Errorf("%q is stored as %q, then as %q (%v)", file, stored, twice, err)
		}
	})
}
