package mapping

import (
	"fmt"

	"rollbook/apiclient/document"
)

// Validate returns all errors of the mapping, each with its place.
func (m Mapping) Validate() error {
	_, err := compile(m)
	return err
}

// CheckPath refuses a path with placeholders that would leave the base address or that contains unknown
// placeholders.
func CheckPath(path string) error {
	if err := checkPath(path, []string{placeholderPeriod, placeholderClass, placeholderDate}, nil); err != nil {
		return fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return nil
}

// Select returns every value that a JSONPath (RFC 9535) selects in a decoded document, members of objects
// sorted by name. It refuses a path that a mapping may not contain with [ErrUnusable].
func Select(decoded any, path string) ([]any, error) {
	compiled, err := document.NewPath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return compiled.All(decoded, nil), nil
}

// Places returns the places of the mapping's errors, by their names in its file, such as
// students.fields.classId. It returns none for other errors.
func Places(err error) []string {
	if at, ok := err.(*placeError); ok { //nolint:errorlint // the tree is walked here
		return []string{at.place}
	}
	switch err := err.(type) { //nolint:errorlint // the tree is walked here
	case interface{ Unwrap() []error }:
		var places []string
		for _, part := range err.Unwrap() {
			places = append(places, Places(part)...)
		}
		return places
	case interface{ Unwrap() error }:
		return Places(err.Unwrap())
	}
	return nil
}
