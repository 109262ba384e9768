package document

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// plainly decodes JSON with encoding/json alone.
func plainly(text []byte) (decoded any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoded, decoder.Decode(&decoded)
}

func TestADocumentIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, " {\n} ", `{"a":1,"b":[],"c":{}}`, "{ \"a\" :\t-1.5e+7 ,\r\n \"b\" : null }", `null`, `"x"`, `[[],[[]]]`,
		`{"a":{"b":[1,{"c":"]}"}],"d":2},"e":true}`, `{"a":"x\"y\\","b,:{[":"\u0022,"}`, `{"":[ [ ] , { } ] , "z" : [ 1 , 2 ] }`,
		`{"\u0073tudentId":1,"StudentId":2,"\ud83d\ude00":"\ud83d"}`, "{\"broken \xff\":\"\xff\",\"n\":9007199254740993}",
	} {
		got, err := Decode([]byte(text))
		if want, _ := plainly([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
}

func TestWhatIsNotOneDocumentIsNotRead(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "[", "[1", "[1 2]", "[1,]", `{"a"}`, `{"a":1,}`, `{1:2}`, "[1}", `{"a":1]`, "[] []", "[] x", "nul", `{"a":`, `["` + strings.Repeat("a", MaxText)} {
		if got, err := Decode([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "not JSON: ") {
			t.Errorf("%.20q is read as %v, %v", text, got, err)
		}
	}
}

func TestAnObjectWithTwoMembersOfOneNameIsKnown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{`{"a":1,"a":1}`: true, `{"a":1,"b":2,"\u0061":3}`: true, `{"a":1,"A":1}`: false, `{"b":{"a":1,"a":2}}`: false} {
		order := NewOrder()
		decoded, _ := order.Decode([]byte(text))
		if object, _ := decoded.(map[string]any); order.Repeats(object) != want {
			t.Errorf("%s repeats a name: %t", text, !want)
		}
	}
}

// FuzzDecode compares with encoding/json.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,"]}\""]},"c":-1.5e7,"\u0064":"\\"}`))
	f.Add([]byte("[1,]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Decode(data)
		if valid := json.Valid(WithoutByteOrderMark(data)); valid != (err == nil) && len(data) < MaxDepth {
			t.Errorf("%q is read: %v", data, err)
		}
		if want, _ := plainly(WithoutByteOrderMark(data)); err == nil && !bytes.Contains(data, []byte("&")) && !bytes.Contains(data, []byte("u0026")) && !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %v", data, got)
		}
	})
}
