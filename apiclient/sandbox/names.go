package sandbox

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
)

//go:embed names.txt
var nameText string

// person is a first and a last name.
type person [2]string

type language struct {
	name          string
	given, family []string
}

// readLanguages parses names.txt: one language a line, "language; given, ...; family, ...".
func readLanguages() []language {
	var languages []language
	for line := range strings.Lines(nameText) {
		parts := strings.Split(strings.TrimSpace(line), "; ")
		if len(parts) == 3 {
			languages = append(languages, language{parts[0], strings.Split(parts[1], ", "), strings.Split(parts[2], ", ")})
		}
	}
	return languages
}

// drawNames draws names at random, none twice. Every other name is in the home language.
func drawNames(languages []language, home string, random *rand.Rand, count int) []person {
	own := languages[slices.IndexFunc(languages, func(one language) bool { return one.name == home })]
	var all []person
	for len(all) < count {
		from := own
		if random.IntN(2) == 0 {
			from = languages[random.IntN(len(languages))]
		}
		drawn := person{from.given[random.IntN(len(from.given))], from.family[random.IntN(len(from.family))]}
		if !slices.Contains(all, drawn) {
			all = append(all, drawn)
		}
	}
	return all
}
