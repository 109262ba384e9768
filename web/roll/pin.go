package roll

import "time"

// PINHolder is somebody who may use the tablets of one school with a PIN of their own.
type PINHolder struct {
	Person PersonID
	Name   string
	Role   Role
}

// PINTries are the wrong PINs in a row at one place. The zero value means none.
type PINTries struct {
	Count int
	Last  time.Time
}

// PINCounter names what wrong PINs are counted for: a person at a place, or a place alone.
type PINCounter struct {
	Place  string
	Person PersonID
}
