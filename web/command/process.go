package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/vault"
)

// process is a command's input, outputs, log, and the function that adds the pages.
type process struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// log receives the lines for stderr.
	log      *records
	register web.Register
	// before has the settings of the command's school when the command began.
	before []string
	// atEnd closes everything that the command opened.
	atEnd func() error
}

// complain writes the one line to stderr.
func (p *process) complain(line string) { _, _ = p.log.Write([]byte("rollbook: " + line + "\n")) }

// usageError is the error of readable arguments that make no sense.
type usageError struct{ text string }

// Error returns the text.
func (e *usageError) Error() string { return e.text }

func usage(format string, values ...any) error {
	return &usageError{fmt.Sprintf(format, values...)}
}

func isUsage(err error) bool {
	var unread *kong.ParseError
	var unmeant *usageError
	return errors.As(err, &unread) || errors.As(err, &unmeant)
}

// oneLine joins the lines of an error.
func oneLine(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

// print writes to stdout.
func (p *process) print(format string, values ...any) error {
	if _, err := fmt.Fprintf(p.stdout, format, values...); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

// explain returns the error in words for the operator.
func explain(err error) string {
	var problem *roll.Error
	var old *engine.OldError
	switch {
	case errors.As(err, &old):
		return old.Error()
	case engine.Damaged(err):
		return "the database file is damaged and was left as it is; put back a copy made with `rollbook backup`"
	case errors.Is(err, vault.ErrNoMasterKey):
		return "ROLLBOOK_MASTER_KEY: " + vault.ErrNoMasterKey.Error()
	case errors.Is(err, vault.ErrWrongKey):
		return "ROLLBOOK_MASTER_KEY: " + vault.ErrWrongKey.Error()
	case errors.As(err, &problem) && problem.Err != nil:
		return "the database: " + problem.Err.Error()
	}
	return err.Error()
}
