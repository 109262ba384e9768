package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// document is the description, read generically: the test must not share the server's structs.
type document map[string]any

func readDocument(t *testing.T, text string) document {
	t.Helper()
	var d document
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// at returns the value below the keys.
func (d document) at(keys ...string) map[string]any {
	here := map[string]any(d)
	for _, key := range keys {
		here, _ = here[key].(map[string]any)
	}
	return here
}

// checker validates against the keywords of JSON Schema that the description uses, and refuses every other
// keyword.
type checker struct {
	document document
	problems []string
}

// check validates a JSON text.
func (d document) check(schema map[string]any, text string) []string {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return []string{err.Error()}
	}
	c := &checker{document: d}
	c.value("$", schema, value)
	return c.problems
}

func (c *checker) report(where, format string, arguments ...any) {
	c.problems = append(c.problems, where+": "+fmt.Sprintf(format, arguments...))
}

func (c *checker) value(where string, schema map[string]any, value any) {
	if reference, ok := schema["$ref"].(string); ok {
		target := c.document.at(strings.Split(strings.TrimPrefix(reference, "#/"), "/")...)
		if target == nil {
			c.report(where, "nothing at %s", reference)
		}
		c.value(where, target, value)
		return
	}
	for keyword, rule := range schema {
		switch keyword {
		case "type":
			c.typeOf(where, rule, value)
		case "enum":
			c.oneOf(where, rule.([]any), value)
		case "format":
			c.format(where, rule.(string), value)
		case "minimum", "minLength", "minItems":
			c.atLeast(where, keyword, rule.(float64), value)
		case "items":
			items, _ := value.([]any)
			for i, item := range items {
				c.value(fmt.Sprintf("%s[%d]", where, i), rule.(map[string]any), item)
			}
		case "properties", "required", "additionalProperties":
			// Together, below.
		case "description":
		default:
			c.report(where, "the checker does not know the keyword %s", keyword)
		}
	}
	if object, ok := value.(map[string]any); ok {
		c.object(where, schema, object)
	}
}

func (c *checker) object(where string, schema, object map[string]any) {
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := object[name.(string)]; !ok {
			c.report(where, "%s is missing", name)
		}
	}
	for name, value := range object {
		if property, ok := properties[name].(map[string]any); ok {
			c.value(where+"."+name, property, value)
			continue
		}
		switch rule := schema["additionalProperties"].(type) {
		case bool:
			c.report(where, "%s is not described", name)
		case map[string]any:
			c.value(where+"."+name, rule, value)
		}
	}
}

func (c *checker) typeOf(where string, rule, value any) {
	allowed, many := rule.([]any)
	if !many {
		allowed = []any{rule}
	}
	if !slices.Contains(allowed, any(typeName(value))) {
		c.report(where, "is %s, want %v", typeName(value), allowed)
	}
}

func typeName(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if _, ok := new(big.Int).SetString(v.String(), 10); ok {
			return "integer"
		}
		return "number"
	}
	return "object"
}

func (c *checker) oneOf(where string, allowed []any, value any) {
	if !slices.ContainsFunc(allowed, func(one any) bool { return fmt.Sprint(one) == fmt.Sprint(value) }) {
		c.report(where, "is %v, want one of %v", value, allowed)
	}
}

func (c *checker) format(where, format string, value any) {
	layouts := map[string]string{"date": time.DateOnly, "date-time": time.RFC3339Nano}
	text, isText := value.(string)
	if layout := layouts[format]; layout != "" && isText {
		if _, err := time.Parse(layout, text); err != nil {
			c.report(where, "%q is no %s", text, format)
		}
	}
	if number, ok := value.(json.Number); ok && format == "int64" {
		if _, err := number.Int64(); err != nil {
			c.report(where, "%s is no %s", number, format)
		}
	}
}

func (c *checker) atLeast(where, keyword string, least float64, value any) {
	var size float64
	switch v := value.(type) {
	case json.Number:
		size, _ = v.Float64()
	case string:
		size = float64(len(v))
	case []any:
		size = float64(len(v))
	default:
		return
	}
	if size < least {
		c.report(where, "%s is %v, want %v", keyword, size, least)
	}
}

func TestTheCheckerFindsErrors(t *testing.T) {
	t.Parallel()
	d := readDocument(t, string(description))
	right := `[{"studentId":9007199254740993,"attendanceStatus":"Late","date":"2026-03-02","checkIn":{"a":1}}]`
	items := map[string]any{"type": "array", "items": map[string]any{"$ref": "#/components/schemas/DailyAttendance"}}
	if problems := d.check(items, right); len(problems) > 0 {
		t.Errorf("a right answer: %q", problems)
	}
	for _, change := range [][2]string{
		{"9007199254740993", `"1"`}, {"9007199254740993", "1.5"}, {"9007199254740993", "9223372036854775808"},
		{`"Late"`, `""`}, {`"2026-03-02"`, `"02.03.2026"`}, {`,"date":"2026-03-02"`, ""}, {`"checkIn"`, `"checkin"`}, {"[{", "{"},
	} {
		if problems := d.check(items, strings.Replace(right, change[0], change[1], 1)); len(problems) == 0 {
			t.Errorf("%s in place of %s passes", change[1], change[0])
		}
	}
	if problems := d.check(map[string]any{"oneOf": []any{}}, "1"); len(problems) == 0 {
		t.Error("an unknown keyword passes")
	}
}

// fullFault is a fault with every part set, even in senseless combinations.
func fullFault() Fault {
	var fault Fault
	fields := reflect.ValueOf(&fault).Elem()
	for i := range fields.NumField() {
		switch field := fields.Field(i); field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Int, reflect.Int64:
			field.SetInt(200)
		case reflect.Slice:
			field.Set(reflect.ValueOf([]int64{1}))
		case reflect.Map:
			field.Set(reflect.ValueOf(map[string]string{"Retry-After": "1"}))
		case reflect.Pointer:
			field.Set(reflect.ValueOf(new("x")))
		}
	}
	fault.Hang, fault.Reset, fault.Redirect, fault.StatusText = HangAfter, ResetApplied, "/x", "ZZZ"
	return fault
}

func TestEveryPartOfAFaultIsDescribed(t *testing.T) {
	t.Parallel()
	d := readDocument(t, string(description))
	text, err := encode(fullFault())
	if err != nil {
		t.Fatal(err)
	}
	schema := d.at("components", "schemas", "Fault")
	if problems := d.check(schema, string(text)); len(problems) > 0 {
		t.Error(problems)
	}
	if n := reflect.TypeFor[Fault]().NumField(); len(schema["properties"].(map[string]any)) != n {
		t.Errorf("%d parts described, a fault has %d", len(schema["properties"].(map[string]any)), n)
	}
}
