package command

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
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
func completed(parser *kong.Kong, p *process) (bool, error) {
	line := os.Getenv("COMP_LINE")
	if line == "" {
		return false, nil
	}
	if at, err := strconv.Atoi(os.Getenv("COMP_POINT")); err == nil && at >= 0 && at < len(line) {
		line = line[:at]
	}
	for _, word := range completions(parser.Model.Node, line) {
		if err := p.print("%s\n", word); err != nil {
			return true, err
		}
	}
	return true, nil
}

// completions returns the words that can replace the last one of a command line, in order: commands, or flags after
// a hyphen, or the values of the flag before.
func completions(node *kong.Node, line string) []string {
	words := strings.Fields(line)
	begun := ""
	if len(words) > 1 && !strings.HasSuffix(line, " ") {
		begun = words[len(words)-1]
		words = words[:len(words)-1]
	}
	for _, word := range words {
		if at := slices.IndexFunc(node.Children, func(one *kong.Node) bool { return one.Name == word }); at >= 0 {
			node = node.Children[at]
		}
	}
	var possible []string
	for _, child := range node.Children {
		if !child.Hidden {
			possible = append(possible, child.Name)
		}
	}
	for _, flags := range node.AllFlags(true) {
		for _, flag := range flags {
			switch {
			case len(words) > 0 && words[len(words)-1] == "--"+flag.Name && !flag.IsBool():
				return beginningWith(begun, flag.EnumSlice())
			case strings.HasPrefix(begun, "-"):
				possible = append(possible, "--"+flag.Name)
			}
		}
	}
	return beginningWith(begun, possible)
}

func beginningWith(begun string, words []string) []string {
	words = slices.DeleteFunc(words, func(word string) bool { return word == "" || !strings.HasPrefix(word, begun) })
	slices.Sort(words)
	return words
}
