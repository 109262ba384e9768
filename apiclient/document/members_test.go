package document

import (
	"encoding/json"
	"errors"
	"maps"
	"testing"
)

func TestAnObjectsMembersAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for object, want := range map[string]map[string]string{
		`{}`:                    {},
		" {\n} ":                {},
		`{"a":1,"b":[],"c":{}}`: {"a": "1", "b": "[]", "c": "{}"},
		"{ \"a\" :\t-1.5e+7 ,\r\n \"b\" : null }":                    {"a": "-1.5e+7", "b": "null"},
		`{"a":{"b":[1,{"c":"]}"}],"d":2},"e":true}`:                  {"a": `{"b":[1,{"c":"]}"}],"d":2}`, "e": "true"},
		`{"a":"x\"y\\","b,:{[":"\u0022,"}`:                           {"a": `"x\"y\\"`, "b,:{[": `"\u0022,"`},
		`{"\u0073tudentId":1,"StudentId":2,"\ud83d\ude00":"\ud83d"}`: {"studentId": "1", "StudentId": "2", "😀": `"\ud83d"`},
		`{"":[ [ ] , { } ] , "z" : [ 1 , 2 ] }`:                      {"": "[ [ ] , { } ]", "z": "[ 1 , 2 ]"},
		"{\"broken \xff\":\"\xff\",\"n\":9007199254740993}":          {"broken \ufffd": "\"\xff\"", "n": "9007199254740993"},
		`{"a" : [ { "b" : "\\" } , "\\\"" ] , "c" : [["]"]]   }`:     {"a": `[ { "b" : "\\" } , "\\\"" ]`, "c": `[["]"]]`},
	} {
		found := make(map[string]json.RawMessage)
		if err := Members([]byte(object), found); err != nil {
			t.Errorf("%s: %v", object, err)
		}
		got := make(map[string]string)
		for name, value := range found {
			got[name] = string(value)
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s is read as %q", object, got)
		}
	}
}

func TestTwoMembersWithOneNameAreNotRead(t *testing.T) {
	t.Parallel()
	for _, object := range []string{`{"a":1,"a":1}`, `{"a":1,"b":2,"\u0061":3}`} {
		if err := Members([]byte(object), map[string]json.RawMessage{}); !errors.Is(err, errNameTwice) {
			t.Errorf("%s: %v", object, err)
		}
	}
}

// FuzzMembers compares with encoding/json, which reads objects without equal names in the same way.
func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,"]}\""]},"c":-1.5e7,"\u0064":"\\"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			return
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(data, &object) == nil && object != nil {
			found := make(map[string]json.RawMessage)
			if err := Members(data, found); err != nil {
				return
			}
			if !maps.EqualFunc(found, object, func(a, b json.RawMessage) bool { return string(a) == string(b) }) {
				t.Errorf("%q is read as %q", data, found)
			}
		}
	})
}
