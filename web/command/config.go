package command

import (
	"context"
	"fmt"
	"strings"

	"rollbook/web/edge/settings"
)

// config prints the settings in force.
type config struct {
	MasterKeys bool `help:"Print what each master key still seals in the database, and which keys can be removed."`
}

// Run prints one line for each setting, NAME=value # source. It shows secrets as [hidden].
func (c config) Run(ctx context.Context, p *process) error {
	if c.MasterKeys {
		return p.printMasterKeys(ctx)
	}
	found, err := readSettings()
	if err != nil {
		return err
	}
	for _, setting := range settings.Settings() {
		if err := p.print("%s=%s # %s\n", setting.Name, setting.Shown(found), found.Given[setting.Name].Source); err != nil {
			return err
		}
	}
	return nil
}

// Help explains the settings, below the command's own flags.
func (config) Help() string { return settingsHelp() }

// Help explains the settings, below the command's own flags.
func (serve) Help() string { return settingsHelp() }

// settingsHelp lists every setting. Indented lines are printed as they are.
func settingsHelp() string {
	var text strings.Builder
	text.WriteString("Settings, as environment variables. Each can stand in a file, named by the setting with _FILE " +
		"after it.\n\n")
	for _, setting := range settings.Settings() {
		fmt.Fprintf(&text, "    %s\n        %s", setting.Name, setting.Help)
		if setting.Default != "" {
			fmt.Fprintf(&text, " (%s)", setting.Default)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// printMasterKeys prints one line for each master key, the sealing one first: the beginning of its id, how
// many secrets it seals, and whether it can be removed.
func (p *process) printMasterKeys(ctx context.Context) error {
	app, err := p.provideApp(ctx)
	if err != nil {
		return err
	}
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
