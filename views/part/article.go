// Package part holds the components from which the pages are built.
package part

import (
	"strings"

	"rollbook/web/language"
)

// command returns the lines of a command as a user types them.
func command(block language.Block) string {
	var lines []string
	for _, line := range block.Lines {
		for _, span := range line {
			lines = append(lines, span.Text)
		}
	}
	return strings.Join(lines, "\n")
}
