package apiclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxMappingBytes is the greatest size of a mapping's file.
const MaxMappingBytes = 64 << 10

// LoadMapping reads a mapping from JSON and validates it. Unknown fields, anything after the mapping
// and files above 64 KiB are refused with [ErrMapping].
func LoadMapping(r io.Reader) (Mapping, error) {
	limited := &io.LimitedReader{R: r, N: MaxMappingBytes + 1}
	decoder := json.NewDecoder(limited)
	decoder.DisallowUnknownFields()
	var mapping Mapping
	err := decoder.Decode(&mapping)
	if err == nil {
		err = onlySpaceFollows(decoder)
	}
	if limited.N <= 0 {
		return Mapping{}, fmt.Errorf("%w: larger than %d bytes", ErrMapping, MaxMappingBytes)
	}
	if err != nil {
		return Mapping{}, fmt.Errorf("%w: %w", ErrMapping, err)
	}
	return mapping, mapping.Validate()
}

func onlySpaceFollows(decoder *json.Decoder) error {
	switch _, err := decoder.Token(); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return errors.New("more follows after the mapping")
}
