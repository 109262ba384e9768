package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// inputLimit is the most bytes that a file given on the command line may have.
const inputLimit = 16 << 20

var errTooLarge = errors.New("the file is too large")

// input reads the file with the name, or stdin for "-". The error names the flag.
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
		return nil, fmt.Errorf("%s: %w", flag, errTooLarge)
	}
	return content, nil
}

// secret reads a secret of one line; the line's end is not part of it.
func (p *process) secret(flag, name string) (string, error) {
	content, err := p.input(flag, name)
	return strings.TrimRight(string(content), "\r\n"), err
}
