package document

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheOrderOfMembersIsThatOfTheAnswer(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"b":1,"a":2,"10":3,"9":4}`:                             "1 2 3 4",
		`{"b":1,"a":{"x":5,"c":6},"b":9}`:                        "9 map[c:6 x:5]",
		`{"b":{"z":1,"y":2,"x":3},"a":0,"b":[1]}`:                "[1] 0",
		"\n{\t\"\\u0062\" :\r\n1 , \"a\\\"}\":\"]\" ,\"c\":[] }": "1 ] []",
		`[{"b":1,"a":2},{"d":3,"c":4}]`:                          "1 2 3 4",
		`{}`:                                                     "", `"text"`: "", `[]`: "",
	} {
		order := NewOrder()
		document, err := order.Decode([]byte(answer))
		if err != nil {
			t.Fatal(err)
		}
		values := order.children(document)
		if list, isList := document.([]any); isList {
			values = nil
			for _, element := range list {
				values = append(values, order.children(element)...)
			}
		}
		if got := strings.Trim(fmt.Sprint(values), "[]"); got != strings.Trim(want, "[]") {
			t.Errorf("%s: %q", answer, got)
		}
	}
}
