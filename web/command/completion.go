package command

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"
	"github.com/willabides/kongplete"
)

// completion prints the script with which a shell completes the commands.
type completion struct{}

// Run prints lines for the start file of bash or zsh. The shell then asks this program with COMP_LINE.
func (completion) Run(p *process) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	return p.print("[ -z \"$ZSH_VERSION\" ] || { autoload -U +X bashcompinit && bashcompinit; }\ncomplete -C "+
		"'%s' rollbook\n", program)
}

// completed answers a shell that completes a command line, and reports whether one asked.
func completed(parser *kong.Kong) (completes bool) {
	if os.Getenv("COMP_LINE") == "" {
		return false
	}
	kongplete.Complete(parser, kongplete.WithExitFunc(func(int) { completes = true }))
	return completes
}
