package language

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// embedded has the English texts in a file for each subject, SUBJECT.en.json, and those of each other language in one
// file, TAG.json. A further language needs only such a file; TOPIC.TAG.txt in help translates an article.
//
//go:embed *.json help/*.txt
var embedded embed.FS

// maxAcceptLanguage limits the bytes read from an Accept-Language header.
const maxAcceptLanguage = 1024

// Catalogue contains the texts of all languages. It never changes once loaded and is safe for concurrent use.
type Catalogue struct {
	matcher language.Matcher
	words   []*Words // in the order of the matcher's languages, English first
	byTag   map[string]*Words
}

// Load reads the embedded catalogues. It fails only for a malformed file.
func Load() (*Catalogue, error) { return load(embedded) }

func load(files fs.FS) (*Catalogue, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, fmt.Errorf("list the catalogues: %w", err)
	}
	bundle := i18n.NewBundle(language.English)
	plain := map[language.Tag]map[string]string{language.English: {}}
	for _, name := range names {
		if err := addFile(bundle, plain, files, name); err != nil {
			return nil, err
		}
	}
	articles, err := readArticles(files)
	if err != nil {
		return nil, err
	}
	catalogue := &Catalogue{matcher: language.NewMatcher(bundle.LanguageTags()), byTag: make(map[string]*Words)}
	for _, tag := range bundle.LanguageTags() {
		words := newWords(tag, bundle)
		words.plain, words.english = plain[tag], plain[language.English]
		words.articles = withEnglish(articles, tag)
		words.articles[glossaryTopic] = words.glossaryArticle(plain[language.English])
		surnameFirst := *words
		words.surnameFirst = &surnameFirst
		catalogue.words, catalogue.byTag[words.Tag()] = append(catalogue.words, words), words
	}
	return catalogue, nil
}

// withEnglish returns the texts of a language, with English for the missing ones.
func withEnglish[T any](all map[language.Tag]map[string]T, tag language.Tag) map[string]T {
	complete := maps.Collect(maps.All(all[language.English]))
	maps.Copy(complete, all[tag])
	return complete
}

// addFile adds one catalogue file: the texts without placeholders and plural forms to plain, the others to the bundle,
// which needs ten times the memory for each.
func addFile(bundle *i18n.Bundle, plain map[language.Tag]map[string]string, files fs.FS, name string) error {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("read catalogue %s: %w", name, err)
	}
	file, err := i18n.ParseMessageFileBytes(content, name, nil)
	if err != nil {
		return fmt.Errorf("parse catalogue %s: %w", name, err)
	}
	if plain[file.Tag] == nil {
		plain[file.Tag] = map[string]string{}
	}
	var others []*i18n.Message
	for _, message := range file.Messages {
		counted := message.Zero + message.One + message.Two + message.Few + message.Many
		if counted == "" && !strings.Contains(message.Other, "{{") {
			plain[file.Tag][message.ID] = message.Other
		} else {
			others = append(others, message)
		}
	}
	return bundle.AddMessages(file.Tag, others...)
}

// English returns the English texts.
func (c *Catalogue) English() *Words { return c.words[0] }

// All returns the texts of every language, English first.
func (c *Catalogue) All() []*Words { return slices.Clone(c.words) }

// In returns the texts of the language with the tag, as Words.Tag gives it; nil for an unavailable one.
func (c *Catalogue) In(tag string) *Words { return c.byTag[tag] }

// For returns the texts in the language of an Accept-Language header (RFC 9110, section 12.5.4). It reads
// only the header's first 1 KiB. It returns English for a malformed header or an unavailable language.
func (c *Catalogue) For(acceptLanguage string) *Words {
	if len(acceptLanguage) > maxAcceptLanguage {
		acceptLanguage = acceptLanguage[:maxAcceptLanguage]
		// The last language may be cut in two.
		acceptLanguage = acceptLanguage[:max(strings.LastIndexByte(acceptLanguage, ','), 0)]
	}
	wanted, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil || len(wanted) == 0 {
		return c.English()
	}
	_, index, confidence := c.matcher.Match(wanted...)
	if confidence == language.No {
		return c.English()
	}
	return c.words[index]
}
