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

	"github.com/go-json-experiment/json/jsontext"
)

// Decode reads a whole JSON document (RFC 8259) and keeps its numbers as written, as [json.Number]. Texts that
// were prepared for HTML become plain ([Plain]). It returns [ErrTooLarge] for a document beyond the limits.
func Decode(body []byte) (any, error) { return NewOrder().Decode(body) }

// Decode reads a document and records the order of its members.
func (o *Order) Decode(body []byte) (any, error) {
	document, err := o.begin(body)
	if err != nil {
		return nil, err
	}
	return document, nil
}

// begin reads a document. With an error it returns the part that was read.
func (o *Order) begin(body []byte) (any, error) {
	lenient := jsontext.NewDecoder(bytes.NewBuffer(WithoutByteOrderMark(body)), jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true))
	reading := decoding{Decoder: lenient, order: o, names: map[string]string{}}
	document, err := reading.value()
	o.kept = append(o.kept, document)
	if err == nil {
		if _, err = reading.ReadToken(); errors.Is(err, io.EOF) {
			return document, nil
		}
		err = errors.New("more follows after its end")
	}
	if !errors.Is(err, ErrTooLarge) {
		err = fmt.Errorf("not JSON: %w", err)
	}
	return document, err
}

// decoding is one document while it is read.
type decoding struct {
	*jsontext.Decoder

	order  *Order
	values int
	names  map[string]string // as they are written
	last   []string          // the names of the last object
}

// value reads one value. With an error it returns the part that was read.
func (d *decoding) value() (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	kind := token.Kind()
	isOpen := kind == '{' || kind == '['
	if d.values++; isOpen && (d.PeekKind() == '}' || d.PeekKind() == ']') {
		d.values++ // an empty list needs as much memory as a list of one
	}
	switch {
	case d.values > MaxValues:
		return nil, fmt.Errorf("%w: more than %d values", ErrTooLarge, MaxValues)
	case d.StackDepth() > MaxDepth:
		return nil, fmt.Errorf("%w: more than %d levels", ErrTooLarge, MaxDepth)
	case kind == '{':
		return d.object()
	case kind == '[':
		return d.array()
	case kind == '"':
		text, err := limited(token, MaxText)
		return Plain(text), err
	case kind == '0':
		number, err := limited(token, MaxNumber)
		return json.Number(number), err
	case kind == 't' || kind == 'f':
		return token.Bool(), nil
	}
	return nil, nil
}

// limited returns the text of a token that has at most that many bytes.
func limited(token jsontext.Token, most int) (string, error) {
	text := token.String()
	if len(text) > most {
		return "", fmt.Errorf("%w: a name, text or number of more than %d bytes", ErrTooLarge, most)
	}
	return text, nil
}

func (d *decoding) array() (array []any, err error) {
	array = []any{}
	for err == nil && d.PeekKind() != ']' {
		var value any
		if value, err = d.value(); err == nil || value != nil {
			array = append(array, value)
		}
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return array, err
}

// object reads the members of an object. Of several with one name it keeps the last.
func (d *decoding) object() (object map[string]any, err error) {
	object = map[string]any{}
	// The objects of a list share their names: known counts those that are the same as in the last object.
	last, known := d.last, 0
	var names []string
	for err == nil && d.PeekKind() != '}' {
		var name string
		var value any
		if name, err = d.name(); err != nil {
			break
		}
		_, had := object[name]
		if value, err = d.value(); err == nil || value != nil {
			object[name] = value
		}
		switch {
		case had:
			d.order.twice[addressOf(object)] = true
		case names == nil && known < len(last) && last[known] == name:
			known++
		case names == nil:
			names = append(slices.Clip(last[:known]), name)
		default:
			names = append(names, name)
		}
	}
	if names == nil {
		names = slices.Clip(last[:known])
	}
	d.last, d.order.names[addressOf(object)] = names, names
	if err == nil {
		_, err = d.ReadToken()
	}
	return object, err
}

// name reads the name of a member.
func (d *decoding) name() (string, error) {
	written, err := d.ReadValue()
	if err != nil {
		return "", err
	}
	if known, is := d.names[string(written)]; is {
		return known, nil
	}
	plain, _ := jsontext.AppendUnquote(nil, written) // its only error here is about UTF-8, which it repairs
	name := string(plain)
	if len(name) > MaxName {
		return "", fmt.Errorf("%w: a name, text or number of more than %d bytes", ErrTooLarge, MaxName)
	}
	if d.names[string(written)] = name; len(d.names) > MaxNames {
		err = fmt.Errorf("%w: more than %d different names", ErrTooLarge, MaxNames)
	}
	return name, err
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
