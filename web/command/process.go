package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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

// done prints the sentence about a change, unless that failed.
func (p *process) done(err error, format string, values ...any) error {
	if err != nil {
		return err
	}
	return p.print(format, values...)
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

// inputLimit is the most bytes of a file given on the command line.
const inputLimit = 16 << 20

// input reads the named file, or stdin for "-". Its errors name the flag.
func (p *process) input(flag, name string) ([]byte, error) {
	source := p.stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", flag, err)
		}
		defer func() { _ = file.Close() }()
		source = file
	}
	content, err := io.ReadAll(io.LimitReader(source, inputLimit+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if len(content) > inputLimit {
		return nil, fmt.Errorf("%s: the file is too large", flag)
	}
	return content, nil
}

// secret reads a secret of one line, without the line's end.
func (p *process) secret(flag, name string) (string, error) {
	content, err := p.input(flag, name)
	return strings.TrimRight(string(content), "\r\n"), err
}

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
