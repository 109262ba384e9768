package language

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/text/language"
)

// Article is a longer help text. The files help/TOPIC.TAG.txt contain the title in the first line, then
// blocks separated by empty lines. A block whose lines begin with "- " is a list, with "$ " a command, with
// "# " a heading; any other is a paragraph. Words between backquotes are shown as code. There is no other
// markup.
type Article struct {
	Title  string
	Blocks []Block
}

// Block is one paragraph, heading, list or command.
type Block struct {
	Kind BlockKind
	// Lines are the items of a list or the lines of a command. Other blocks have one line.
	Lines []Line
}

// BlockKind is the kind of a block.
type BlockKind string

// The kinds of blocks.
const (
	Paragraph BlockKind = "paragraph"
	Heading   BlockKind = "heading"
	List      BlockKind = "list"
	Command   BlockKind = "command"
)

// Line is a line of text in pieces.
type Line []Span

// Span is a piece of a line. Code is true for text in backquotes.
type Span struct {
	Text string
	Code bool
}

// Topics returns the names of all articles, in the order of the help's list.
func Topics() []string {
	return []string{"roll", "keys", "marks", "office", "lists", "connect", "running", "security", "people", "tablets",
		glossaryTopic}
}

// Article returns the article of a topic, in English if the language lacks it, or false for an unknown topic.
func (w *Words) Article(topic string) (article Article, ok bool) {
	article, ok = w.articles[topic]
	return article, ok
}

// readArticles reads all help files, by language and topic.
func readArticles(files fs.FS) (map[language.Tag]map[string]Article, error) {
	names, err := fs.Glob(files, "help/*.txt")
	if err != nil {
		return nil, fmt.Errorf("list the help: %w", err)
	}
	articles := map[language.Tag]map[string]Article{}
	for _, name := range names {
		topic, code, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".txt"), ".")
		tag, err := language.Parse(code)
		if err != nil {
			return nil, fmt.Errorf("language of %s: %w", name, err)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read help %s: %w", name, err)
		}
		if articles[tag] == nil {
			articles[tag] = map[string]Article{}
		}
		articles[tag][topic] = parseArticle(string(text))
	}
	return articles, nil
}

func parseArticle(text string) Article {
	title, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	article := Article{Title: title}
	for block := range strings.SplitSeq(rest, "\n\n") {
		if block = strings.TrimSpace(block); block != "" {
			article.Blocks = append(article.Blocks, parseBlock(block))
		}
	}
	return article
}

func parseBlock(text string) Block {
	switch {
	case strings.HasPrefix(text, "- "):
		var lines []Line
		for line := range strings.SplitSeq(strings.TrimPrefix(text, "- "), "\n- ") {
			lines = append(lines, parseLine(line))
		}
		return Block{List, lines}
	case strings.HasPrefix(text, "$ "):
		command := Block{Kind: Command}
		for line := range strings.SplitSeq(text, "\n") {
			command.Lines = append(command.Lines, Line{{Text: strings.TrimPrefix(line, "$ "), Code: true}})
		}
		return command
	case strings.HasPrefix(text, "# "):
		return Block{Heading, []Line{parseLine(strings.TrimPrefix(text, "# "))}}
	default:
		return Block{Paragraph, []Line{parseLine(text)}}
	}
}

// parseLine splits a line at its backquotes. It turns a line break into a space.
func parseLine(text string) Line {
	var line Line
	code := false
	for piece := range strings.SplitSeq(strings.ReplaceAll(text, "\n", " "), "`") {
		if piece != "" {
			line = append(line, Span{Text: piece, Code: code})
		}
		code = !code
	}
	return line
}
