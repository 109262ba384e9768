package language

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"rollbook/web/roll"
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
	of := strings.Split(strings.TrimSuffix(name, ".json"), ".")
	tag, err := language.Parse(of[len(of)-1])
	if err != nil {
		return fmt.Errorf("name catalogue %s: %w", name, err)
	}
	if plain[tag] == nil {
		plain[tag] = map[string]string{}
	}
	others, err := readEntries(content, plain[tag])
	if err != nil {
		return fmt.Errorf("parse catalogue %s: %w", name, err)
	}
	return bundle.AddMessages(tag, others...)
}

// readEntries reads the entries of a catalogue file, each a text or an object with its plural forms. It adds plain
// texts to plain, and returns the others. The library's own reader takes twice as long, and a start waits for it.
func readEntries(content []byte, plain map[string]string) (others []*i18n.Message, err error) {
	file := jsontext.NewDecoder(bytes.NewBuffer(content))
	if opened, err := file.ReadToken(); err != nil || opened.Kind() != '{' {
		return nil, cmp.Or(err, errNoEntries)
	}
	for file.PeekKind() == '"' {
		token, err := file.ReadToken()
		if err != nil {
			return nil, err
		}
		id := token.String()
		if token, err = file.ReadToken(); err != nil {
			return nil, fmt.Errorf("entry %s: %w", id, err)
		}
		if token.Kind() == '"' {
			text := token.String()
			if !strings.Contains(text, "{{") {
				plain[id] = text
				continue
			}
			others = append(others, &i18n.Message{ID: id, Other: text})
			continue
		}
		forms, err := readForms(file, token)
		if err != nil {
			return nil, fmt.Errorf("entry %s: %w", id, err)
		}
		forms.ID = id
		others = append(others, forms)
	}
	_, err = file.ReadToken()
	return others, err
}

// errNoEntries refuses a file that is not an object of texts and plural forms.
var errNoEntries = errors.New("not an object of texts and plural forms")

// readForms reads the plural forms behind their opening token.
func readForms(file *jsontext.Decoder, opened jsontext.Token) (*i18n.Message, error) {
	if opened.Kind() != '{' {
		return nil, errNoEntries
	}
	message := new(i18n.Message)
	forms := map[string]*string{
		"zero": &message.Zero, "one": &message.One, "two": &message.Two, "few": &message.Few, "many": &message.Many,
		"other": &message.Other,
	}
	for file.PeekKind() == '"' {
		form, err := file.ReadToken()
		if err != nil {
			return nil, err
		}
		into, known := forms[form.String()]
		text, err := file.ReadToken()
		if err != nil || !known || text.Kind() != '"' {
			return nil, cmp.Or(err, errNoEntries)
		}
		*into = text.String()
	}
	_, err := file.ReadToken()
	return message, err
}

// English returns the English texts.
func (c *Catalogue) English() *Words { return c.words[0] }

// All returns the texts of every language, English first.
func (c *Catalogue) All() []*Words { return slices.Clone(c.words) }

// In returns the texts of the language with the tag, as Words.Tag gives it; nil for an unavailable one.
func (c *Catalogue) In(tag string) *Words { return c.byTag[tag] }

// Of returns the texts of the school's language: English for a school without one, or with one that is unavailable.
func (c *Catalogue) Of(school roll.School) *Words { return cmp.Or(c.In(school.Language), c.English()) }

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
