// Rollbook is a web dashboard for taking a school's roll.
package main

import (
	"os"
	// Machines without a time zone database know the schools' zones too.
	_ "time/tzdata"

	"rollbook/handlers"
	"rollbook/web/command"
)

func main() {
	os.Exit(command.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, handlers.Register))
}
