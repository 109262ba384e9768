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

// namer draws the names of one cohort. It draws the same ones each time and none twice.
type namer struct {
	languages []language
	home      language
	random    *rand.Rand
	drawn     map[person]bool
}

func newNamer(languages []language, home string, seed, cohort uint64) *namer {
	at := slices.IndexFunc(languages, func(one language) bool { return one.name == home })
	random := rand.New(rand.NewPCG(seed, cohort))
	return &namer{languages: languages, home: languages[at], random: random, drawn: map[person]bool{}}
}

// next draws a name. Every other name is in the language of the school.
func (n *namer) next() person {
	for {
		from := n.home
		if n.random.IntN(2) == 0 {
			from = n.languages[n.random.IntN(len(n.languages))]
		}
		drawn := person{from.given[n.random.IntN(len(from.given))], from.family[n.random.IntN(len(from.family))]}
		if !n.drawn[drawn] {
			n.drawn[drawn] = true
			return drawn
		}
	}
}
