package discovery

import (
	"testing"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// FuzzAnswer reads an answer of any service as its first search does: whatever list is guessed is in it.
func FuzzAnswer(f *testing.F) {
	for _, shape := range shapes() {
		f.Add([]byte(shape.answer))
	}
	f.Add([]byte("\xef\xbb\xbf{\"columns\":[\"id\",\"name\"],\"rows\":[[1,\"a\"],[2]],\"next\":\"?page=2\"}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		decoded, err := document.Decode(body)
		if err != nil {
			return
		}
		whole := document.Complete(decoded)
		for _, call := range mapping.Calls() {
			guess := Read(call, whole)
			if items, err := Items(whole, guess.List); guess.List != "" && (err != nil || len(items) != guess.Items) {
				t.Errorf("%q: the list %q of %d has %d items (%v)", body, guess.List, guess.Items, len(items), err)
			}
			nextPages(call, document.Answer{Body: whole}, "/list?page=1")
		}
	})
}
