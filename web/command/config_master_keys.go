package command

import (
	"context"

	"rollbook/web"
)

// printMasterKeys prints a line for each master key, the one that seals first: the
// beginning of its id, how many secrets it seals, and whether it may go.
func (p *process) printMasterKeys(ctx context.Context, app *web.App) error {
	uses, err := app.MasterKeyUses(ctx)
	if err != nil {
		return err
	}
	for i, use := range uses {
		verdict := "it may go"
		switch {
		case i == 0:
			verdict = "it seals what is new"
		case use.Sealed > 0:
			verdict = "it must stay until `rollbook serve` has sealed them with the first"
		}
		if err := p.print("master key %d (%s): seals %d secrets; %s\n", i+1, use.ID[:8], use.Sealed, verdict); err != nil {
			return err
		}
	}
	return nil
}
