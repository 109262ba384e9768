package sandbox

import (
	_ "embed"
	"math/rand/v2"
	"strings"
)

//go:embed names.txt
var nameText string

// person is a name in two parts.
type person struct{ First, Last string }

type language struct {
	name          string
	given, family []string
}

// readLanguages parses names.txt: one language a line, "language; given, ...; family, ...".
func readLanguages() []language {
	var languages []language
	for line := range strings.Lines(nameText) {
		parts := strings.Split(strings.TrimSpace(line), "; ")
		if len(parts) != 3 {
			continue
		}
		languages = append(languages, language{parts[0], strings.Split(parts[1], ", "), strings.Split(parts[2], ", ")})
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
	random := rand.New(rand.NewPCG(seed, cohort))
	n := &namer{languages: languages, home: languages[0], random: random, drawn: map[person]bool{}}
	for _, one := range languages {
		if one.name == home {
			n.home = one
		}
	}
	return n
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
