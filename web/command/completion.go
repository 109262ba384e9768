package command

import (
	"os"

	"github.com/alecthomas/kong"
	"github.com/willabides/kongplete"
)

// completion prints the script with which a shell completes the commands.
type completion struct{}

// completed answers a shell that completes a command line, and reports whether one asked.
func completed(parser *kong.Kong) (completes bool) {
	if os.Getenv("COMP_LINE") == "" {
		return false
	}
	kongplete.Complete(parser, kongplete.WithExitFunc(func(int) { completes = true }))
	return completes
}
