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

// process gives a command its input, its outputs and the log, and adds the pages to the program.
type process struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// log takes what is written to stderr line by line.
	log      *records
	register web.Register
}

// complain writes the one line on stderr.
func (p *process) complain(line string) { _, _ = p.log.Write([]byte("rollbook: " + line + "\n")) }

// usageError is the error of arguments that could be read and make no sense.
type usageError struct{ text string }

// Error is the text.
func (e *usageError) Error() string { return e.text }

func usage(format string, values ...any) error {
	return &usageError{fmt.Sprintf(format, values...)}
}

func isUsage(err error) bool {
	var unread *kong.ParseError
	var unmeant *usageError
	return errors.As(err, &unread) || errors.As(err, &unmeant)
}

// oneLine joins the lines of an error that has several.
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

// explain is the error as the operator reads it.
func explain(err error) string {
	var problem *roll.Error
	var newer *engine.NewerError
	switch {
	case errors.As(err, &newer):
		return newer.Error()
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
