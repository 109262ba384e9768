// Package papers has the rows of OWASP ASVS 5.0, levels 1 and 2, each with where the program meets it, or with the
// reason why it does not, and the modules of the program with their licences.
package papers

import (
	_ "embed"
	"fmt"
	"strings"
)

// State is whether the program meets a requirement.
type State string

// The states.
const (
	Met    State = "met"
	NotMet State = "not_met"
	// Apart is a requirement that does not apply.
	Apart State = "apart"
)

// Requirement is a row.
type Requirement struct {
	// ID is that of the standard, such as V1.2.4. Level is 1 or 2.
	ID, Level string
	State     State
	// Files are where it is met or tested. Says is how, or why not.
	Files []string
	Says  string
}

//go:embed asvs.tsv
var rows string

// Requirements returns the rows in the order of the standard.
func Requirements() ([]Requirement, error) {
	states := map[string]State{"+": Met, "-": NotMet, "0": Apart}
	var all []Requirement
	for line := range strings.Lines(rows) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		const columns = 5
		if len(fields) != columns || states[fields[2]] == "" {
			return nil, fmt.Errorf("the requirement %q is not a row", line)
		}
		all = append(all, Requirement{fields[0], fields[1], states[fields[2]], strings.Fields(fields[3]), fields[4]})
	}
	return all, nil
}
