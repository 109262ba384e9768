package command

import (
	"fmt"
	"io"
	"os"
	"strings"
)

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
