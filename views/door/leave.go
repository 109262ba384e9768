package door

import (
	"rollbook/views/layout"
	"rollbook/views/part"
)

// LeaveView is the page on which staff unpair the tablet that they stand before. Its form is posted
// to Paths.DoorLeave with the fields of Signing.
type LeaveView struct {
	layout.Page
	Signing *part.Signing
}
