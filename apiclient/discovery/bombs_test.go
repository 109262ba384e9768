package discovery

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// numbered joins what each returns for 0 to count-1 with commas.
func numbered(count int, each func(i int) string) string {
	parts := make([]string, count)
	for i := range parts {
		parts[i] = each(i)
	}
	return strings.Join(parts, ",")
}

// heavy are the answers within the limits of a document that cost the most.
func heavy() map[string]string {
	const names, values = document.MaxNames - 1000, document.MaxValues
	name := func(i int) string { return fmt.Sprintf(`"n%d"`, i) }
	one := func(int) string { return "1" }
	member := func(i int) string { return fmt.Sprintf(`"n%d":1`, i) }
	return map[string]string{
		"members":              "{" + numbered(names, member) + "}",
		"objects by id":        "{" + numbered(names, func(i int) string { return fmt.Sprintf(`"%d":{"id":1}`, i) }) + "}",
		"lists by class":       "{" + numbered(names, func(i int) string { return fmt.Sprintf(`"a%d":[{"id":%d}]`, i, i) }) + "}",
		"names of their own":   "[" + numbered(names, func(i int) string { return "{" + member(i) + "}" }) + "]",
		"empty objects":        "[" + numbered(values/2-1, func(int) string { return "{}" }) + "]",
		"rows of two":          "[" + numbered(values/4, func(int) string { return `["a",1]` }) + "]",
		"two wide rows":        "[[" + numbered(values/3, name) + "],[" + numbered(values/3, one) + "]]",
		"columns beside a row": `{"columns":[` + numbered(values/3, name) + `],"rows":[[` + numbered(values/3, one) + `]]}`,
		"facts around a list":  `[{` + numbered(names, member) + `,"l":[` + numbered(values/3, func(int) string { return "{}" }) + `]}]`,
		"lists of one":         "[" + numbered(names, func(i int) string { return fmt.Sprintf(`{"l%d":[1],"x":1}`, i) }) + "," + numbered(values/8, func(int) string { return `{"q":{}}` }) + "]",
	}
}

//nolint:paralleltest // it measures memory
func TestNoAnswerWithinTheLimitsCosts200MiB(t *testing.T) {
	for name, body := range heavy() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		decoded, err := document.Decode([]byte(body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		decoded = document.Complete(decoded)
		answer := document.Answer{Body: decoded}
		answer.Signs()
		Read(mapping.Students, decoded)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > mostAllocated {
			t.Errorf("%s: it costs %d MiB", name, allocated>>20)
		}
	}
}
