// Package part holds the components that pages are put together from.
package part

import (
	"strings"

	"rollbook/web/language"
)

// command returns the lines of a command as they are typed.
func command(block language.Block) string {
	var lines []string
	for _, line := range block.Lines {
		for _, span := range line {
			lines = append(lines, span.Text)
		}
	}
	return strings.Join(lines, "\n")
}
