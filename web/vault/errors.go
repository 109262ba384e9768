package vault

import "errors"

// The errors of this package, for errors.Is.
var (
	// ErrMasterKey: a text is not 32 bytes in base64.
	ErrMasterKey = errors.New("not a master key")
	// ErrNoMasterKey: no master key was given.
	ErrNoMasterKey = errors.New("no master key; make one with: openssl rand -base64 32")
	// ErrWrongKey: none of the vault's master keys sealed the value.
	ErrWrongKey = errors.New("the master key is not the one that this database was sealed with")
	// ErrTampered: the value was changed, or was sealed for another school.
	ErrTampered = errors.New("a sealed value was changed or belongs to another school")
	// ErrMalformed: the bytes are not a sealed value.
	ErrMalformed = errors.New("not a sealed value")
)
