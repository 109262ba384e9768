package auth

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/trustelem/zxcvbn/adjacency"
	"github.com/trustelem/zxcvbn/frequency"
	"github.com/trustelem/zxcvbn/match"
	"github.com/trustelem/zxcvbn/scoring"
)

// guesses estimates how many guesses an attacker needs for the text, as zxcvbn does, with the known words before all
// others. It takes zxcvbn's lists and scores, but finds the matches itself: the package that does this indexes all
// lists at the start of every program that imports it, while passwords are rarely chosen.
func guesses(text string, known []string) float64 {
	chars := []rune(text)
	return guessesOf(string(chars[:min(len(chars), mostEstimated)]), known)
}

func guessesOf(text string, known []string) float64 {
	found := slices.Concat(words(text, known), walks(text), repeats(text), sequences(text), dates(text))
	match.Sort(found)
	return scoring.MostGuessableMatchSequence(text, found, false).Guesses
}

// words finds known and frequent words, also backwards and with signs in the place of letters.
func words(text string, known []string) (found []*match.Match) {
	spellings := spellingsIn(text)
	lists := append(slices.Collect(maps.Values(frequency.FrequencyLists)), known)
	for _, list := range lists {
		for at, word := range list {
			for _, spelling := range spellings[strings.ToLower(word)] {
				spelling.Pattern, spelling.MatchedWord, spelling.Rank = "dictionary", word, at+1
				found = append(found, &spelling)
			}
		}
	}
	return found
}

// spellings are the parts of a text by the words that they may spell.
type spellings map[string][]match.Match

func spellingsIn(text string) spellings {
	found := make(spellings)
	found.add(text, text, match.Match{})
	backwards := []rune(text)
	slices.Reverse(backwards)
	found.add(text, string(backwards), match.Match{Reversed: true})
	for _, letters := range lettersForSigns() {
		meant := strings.NewReplacer(letters...).Replace(text)
		if meant == text {
			continue
		}
		signs := make(map[string]string)
		for pair := range slices.Chunk(letters, 2) {
			if strings.Contains(text, pair[0]) {
				signs[pair[0]] = pair[1]
			}
		}
		found.add(text, meant, match.Match{L33t: true, Sub: signs})
	}
	return found
}

// add adds each part of a text, which means the part of another text at the same place.
func (s spellings) add(text, meant string, part match.Match) {
	for from := range meant {
		for length := range meant[from:] {
			_, size := utf8.DecodeRuneInString(meant[from+length:])
			part.I, part.J = from, from+length+size-1
			word := strings.ToLower(meant[part.I : part.J+1])
			if part.Reversed {
				part.I, part.J = len(text)-1-part.J, len(text)-1-part.I
			}
			part.Token = text[part.I : part.J+1]
			if !part.L33t || len(part.Token) > 1 && word != strings.ToLower(part.Token) {
				s[word] = append(s[word], part)
			}
		}
	}
}

// lettersForSigns returns the letters that signs stand for. Some stand for one of two.
func lettersForSigns() (all [][]string) {
	for _, one := range []string{"i", "l"} {
		for _, seven := range []string{"t", "l"} {
			all = append(all, []string{
				"4", "a", "@", "a", "8", "b", "(", "c", "{", "c", "[", "c", "<", "c", "3", "e", "6", "g", "9", "g", "!", "i",
				"0", "o", "$", "s", "5", "s", "+", "t", "%", "x", "2", "z", "1", one, "|", one, "7", seven,
			})
		}
	}
	return all
}

// walks finds rows of neighbouring keys.
func walks(text string) (found []*match.Match) {
	const shortest = 3
	for _, keyboard := range adjacency.Graphs {
		for from := 0; from < len(text)-1; {
			walk := &match.Match{Pattern: "spatial", Graph: keyboard.Name, I: from}
			to, last := from+1, -1
			for ; to < len(text); to++ {
				direction, shifted := neighbour(keyboard, text[to-1], text[to])
				if direction < 0 {
					break
				}
				if direction != last {
					walk.Turns++
				}
				if last = direction; shifted {
					walk.ShiftedCount++
				}
			}
			if to-from >= shortest {
				walk.J, walk.Token = to-1, text[from:to]
				found = append(found, walk)
			}
			from = to
		}
	}
	return found
}

// neighbour returns the direction from a key to the next one, -1 if they are no neighbours.
func neighbour(keyboard *adjacency.Graph, from, to byte) (direction int, shifted bool) {
	for direction, key := range keyboard.Graph[string(from)] {
		if at := strings.IndexByte(key, to); at >= 0 {
			return direction, at == 1
		}
	}
	return -1, false
}

// repeats finds parts that stand several times in a row.
func repeats(text string) (found []*match.Match) {
	for from := 0; from < len(text); {
		length, base := 0, ""
		for size := 1; from+2*size <= len(text); size++ {
			part := text[from : from+size]
			count := 1
			for strings.HasPrefix(text[from+count*size:], part) {
				count++
			}
			if count > 1 && count*size > length && utf8.ValidString(part) {
				length, base = count*size, part
			}
		}
		if length == 0 {
			_, size := utf8.DecodeRuneInString(text[from:])
			from += size
			continue
		}
		found = append(found, &match.Match{
			Pattern: "repeat", I: from, J: from + length - 1, Token: text[from : from+length], BaseToken: base,
			BaseGuesses: guessesOf(base, nil), RepeatCount: length / len(base),
		})
		from += length
	}
	return found
}

// sequences finds rows such as abcd, 9876 and acegi.
func sequences(text string) (found []*match.Match) {
	const widest = 5
	for from := 0; from < len(text)-1; {
		step := int(text[from+1]) - int(text[from])
		to := from + 1
		for to+1 < len(text) && int(text[to+1])-int(text[to]) == step {
			to++
		}
		isLong := to-from > 1 || step == 1 || step == -1
		if isLong && step != 0 && step >= -widest && step <= widest {
			found = append(found, &match.Match{
				Pattern: "sequence", I: from, J: to, Token: text[from : to+1], Ascending: step > 0,
			})
		}
		from = to
	}
	return found
}

// dates finds calendar dates, and years of the present time.
func dates(text string) (found []*match.Match) {
	const shortest, longest = len("2026"), len("31-12-2026")
	for from := range text {
		for to := from + shortest; to <= min(len(text), from+longest); to++ {
			if date := dateIn(text[from:to]); date != nil {
				date.I, date.J, date.Token = from, to-1, text[from:to]
				found = append(found, date)
			}
		}
	}
	return found
}

// dateIn returns the match of a date or a year, or nil.
func dateIn(text string) *match.Match {
	const earliest, latest = 1000, 2050
	if len(text) == len("2006") {
		if year, err := time.Parse("2006", text); err == nil && year.Year() >= 1900 && year.Year() <= latest {
			return &match.Match{Pattern: "regex", RegexName: "recent_year"}
		}
		return nil
	}
	separator := ""
	if at := strings.IndexAny(text, ` /\_.-`); at >= 0 {
		separator = text[at : at+1]
		text = strings.ReplaceAll(text, separator, "-")
	}
	for _, layout := range []string{
		"2-1-2006", "1-2-2006", "2006-1-2", "2-1-06", "1-2-06", "06-1-2",
		"02012006", "01022006", "20060102", "020106", "010206", "060102",
	} {
		if day, err := time.Parse(layout, text); err == nil && day.Year() >= earliest && day.Year() <= latest {
			return &match.Match{Pattern: "date", Year: day.Year(), Separator: separator}
		}
	}
	return nil
}
