package mapping

import (
	"fmt"

	"rollbook/apiclient/document"
)

// Validate tells everything that is wrong with the mapping, each with the place where it stands.
func (m Mapping) Validate() error {
	_, err := compile(m)
	return err
}

// CheckPath tells whether a path with placeholders can be asked for: under the base address, and with
// placeholders that mean something.
func CheckPath(path string) error {
	if err := checkPath(path, []string{placeholderPeriod, placeholderClass, placeholderDate}, nil); err != nil {
		return fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return nil
}

// Select returns every value that a JSONPath (RFC 9535) selects in a decoded document, members of objects in the
// order of their names. A path that a mapping may not hold is refused with [ErrUnusable].
func Select(decoded any, path string) ([]any, error) {
	compiled, err := document.NewPath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return compiled.All(decoded, nil), nil
}

// Places are the places of a mapping at which something is wrong, as its file names them, such as
// students.fields.classId; none for errors of another kind.
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
