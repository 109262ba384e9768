package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"rollbook/apiclient/mapping"
	"rollbook/web"
	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
)

// schoolMapping sets or prints how the school's undocumented answers are read.
type schoolMapping struct {
	ofSchool
	File    string `xor:"what" required:"" placeholder:"F" help:"A mapping in JSON; - reads it from stdin."`
	Default bool   `xor:"what" required:"" help:"Reset to the default."`
	Print   bool   `xor:"what" required:"" help:"Print the mapping in force."`
}

// Run stores or prints the mapping.
func (s schoolMapping) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	text := ""
	if s.File != "" {
		content, err := p.input("--file", s.File)
		if err != nil {
			return err
		}
		if _, err := mapping.Load(bytes.NewReader(content)); err != nil {
			return fmt.Errorf("--file: %w", err)
		}
		text = string(content)
	}
	if s.Print {
		p.logEvent(ctx, app, "connection-exported", school.ID)
		mapped, err := proof.MappingOf(school)
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(mapped, "", "  ")
		if err != nil {
			return fmt.Errorf("write the mapping: %w", err)
		}
		return p.print("%s\n", text)
	}
	school.Mapping = text
	if err := p.doneWithEvent(ctx, app, app.Store.SetMapping(ctx, school), "connection-lists-used", school.ID,
		"%s: the mapping is stored; see `rollbook school check --school %s`\n", school.ID, school.ID); err != nil {
		return err
	}
	return warnUnproven(ctx, p, app, school.ID)
}
