package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Decode reads a whole JSON document (RFC 8259) and keeps its numbers as written, as [json.Number]. Texts that
// were prepared for HTML become plain ([Plain]). It returns [ErrTooLarge] for a document beyond the limits.
func Decode(body []byte) (any, error) {
	if err := measure(body); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(WithoutByteOrderMark(body)))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not JSON: more follows after its end")
	}
	has := func(sign string) bool { return bytes.Contains(body, []byte(sign)) }
	if has(";") && (has("&") || has(`\u0026`)) {
		document = plainIn(document)
	}
	return document, nil
}

// WithoutByteOrderMark returns the text without the mark that some programs put before UTF-8.
func WithoutByteOrderMark(body []byte) []byte {
	return bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
}

// Outline describes a document in a few words, for people who look for the right path.
func Outline(document any) string {
	switch v := document.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		return "an object with " + strings.Join(names[:min(len(names), 12)], ", ")
	case []any:
		return fmt.Sprintf("an array of %d", len(v))
	case nil:
		return "null"
	case json.Number:
		return "a number"
	case bool:
		return "a truth value"
	}
	return "a text"
}
