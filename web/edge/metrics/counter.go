package metrics

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Counter counts by the values of its labels. It is safe for concurrent use.
type Counter struct {
	name, help string
	labels     []string

	mu     sync.Mutex
	counts map[string]uint64
}

// NewCounter returns an empty counter. By convention its name ends with _total.
func NewCounter(name, help string, labels ...string) *Counter {
	return &Counter{name: name, help: help, labels: labels, counts: make(map[string]uint64)}
}

// Add adds to the count for the given label values. The values must come from a bounded set, because each
// combination is stored.
func (c *Counter) Add(count uint64, values ...string) {
	key := c.key(values)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[key] += count
}

// Forget deletes every count whose first label has the value.
func (c *Counter) Forget(first string) {
	prefix := strings.TrimSuffix(c.key([]string{first}), "}")
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.counts, func(key string, _ uint64) bool {
		rest, found := strings.CutPrefix(key, prefix)
		return found && (rest[0] == '}' || rest[0] == ',')
	})
}

// key returns the labels in the text format.
func (c *Counter) key(values []string) string {
	if len(values) == 0 {
		return ""
	}
	pairs := make([]string, len(values))
	for i, value := range values {
		pairs[i] = c.labels[i] + `="` + escaped(value) + `"`
	}
	return "{" + strings.Join(pairs, ",") + "}"
}

// escaped returns a label's value in the text format.
func escaped(value string) string {
	value = strings.ReplaceAll(strings.ToValidUTF8(value, "\uFFFD"), `\`, `\\`)
	return strings.ReplaceAll(strings.ReplaceAll(value, `"`, `\"`), "\n", `\n`)
}

// AppendTo appends the counter in the text format, sorted by its labels.
func (c *Counter) AppendTo(text []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	text = appendHead(text, c.name, c.help, "counter")
	for _, key := range slices.Sorted(maps.Keys(c.counts)) {
		text = append(append(append(text, c.name...), key...), ' ')
		text = append(strconv.AppendUint(text, c.counts[key], 10), '\n')
	}
	return text
}
