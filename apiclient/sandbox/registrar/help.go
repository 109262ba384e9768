package registrar

import (
	_ "embed"

	"rollbook/apiclient/sandbox"
)

//go:embed help.html
var helpText string

// mark is a student's attendance in the school system.
type mark struct {
	sandbox.Student
	Caption string
}
