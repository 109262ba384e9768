package registrar

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"

	"rollbook/apiclient/sandbox"
)

//go:embed help.html
var helpText string

// helpView is the data of the help page.
type helpView struct {
	School  sandbox.School
	Address string
	// Key is empty when it was shown already.
	Key      string
	Paths    map[string]string
	PageSize int
	Date     string
	Marks    []mark
}

// mark is a student's attendance in the school system.
type mark struct {
	sandbox.Student
	Caption string
}

func (v helpView) page() (any, error) {
	made, err := template.New("help").Parse(helpText)
	if err != nil {
		return nil, fmt.Errorf("read the help page: %w", err)
	}
	var body bytes.Buffer
	if err := made.Execute(&body, v); err != nil {
		return nil, fmt.Errorf("write the help page: %w", err)
	}
	return sandbox.Page{Status: http.StatusOK, HTML: body.Bytes()}, nil
}
