// Rollbook is a web dashboard for taking a school's roll.
package main

import (
	"os"
	// Machines without a time zone database know the schools' zones too.
	_ "time/tzdata"

	// Machines without certificate authorities know Mozilla's.
	_ "golang.org/x/crypto/x509roots/fallback"

	"rollbook/handlers"
	"rollbook/web/command"
)

func main() {
	os.Exit(command.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, handlers.Register))
}
