package command

import (
	"encoding/json"
	"fmt"
	"strings"
)

// listing is the form of a command's list.
type listing struct {
	JSON bool `name:"json" help:"Print the list as JSON, an array of objects."`
}

// print prints a row for each line, with a value for each column: under a header, with fields separated by tabs,
// or as JSON.
func (l listing) print(p *process, columns []string, rows [][]string) error {
	if !l.JSON {
		text := strings.ToUpper(strings.Join(columns, "\t")) + "\n"
		for _, row := range rows {
			text += strings.Join(row, "\t") + "\n"
		}
		return p.print("%s", text)
	}
	objects := make([]map[string]string, len(rows))
	for i, row := range rows {
		objects[i] = make(map[string]string)
		for j, column := range columns {
			objects[i][strings.ReplaceAll(column, " ", "_")] = row[j]
		}
	}
	text, err := json.MarshalIndent(objects, "", "  ")
	if err != nil {
		return fmt.Errorf("write the list: %w", err)
	}
	return p.print("%s\n", text)
}
