package door

import (
	"rollbook/views/layout"
	"rollbook/views/part"
)

// LeaveView is the page where staff unpair the tablet in front of them. Its form is posted to Paths.DoorLeave
// with the fields of Signing.
type LeaveView struct {
	layout.Page
	Signing *part.Signing
}
