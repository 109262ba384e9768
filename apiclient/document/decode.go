package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"regexp"
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

// entity matches a character written for HTML, such as &#39; or &euml;. Without the semicolon it may be a
// parameter of an address.
var entity = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});`)

// Plain writes a text that was prepared for HTML, once or twice, as people write it: O'Brien for O&#39;Brien.
func Plain(text string) string {
	for range 2 {
		if !strings.Contains(text, "&") {
			return text
		}
		text = entity.ReplaceAllStringFunc(text, html.UnescapeString)
	}
	return text
}

// plainIn replaces the entities in all texts of a value.
func plainIn(value any) any {
	switch value := value.(type) {
	case string:
		return Plain(value)
	case []any:
		for at, one := range value {
			value[at] = plainIn(one)
		}
	case map[string]any:
		for name, one := range value {
			value[name] = plainIn(one)
		}
	}
	return value
}
