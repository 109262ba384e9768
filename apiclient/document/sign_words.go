package document

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Patterns of texts about the length of a list.
var (
	thousands  = regexp.MustCompile(`^\d{1,3}([,. ']\d{3})+$`)
	ofAll      = regexp.MustCompile(`^\d+ ?(?:[-–] ?\d+ ?)?(?:/|of) ?(\d{1,6})$`)
	rangeTotal = regexp.MustCompile(`^(?:(\w+)[ =])?\d+ ?- ?\d+ ?/ ?(\d{1,9}|\*)$`)
)

// wording is the name of a value beside a list, with the names around it.
type wording struct {
	own    string
	around []string
	// part is true when the value stands beside only a part of the list. Round is true when the list's length
	// is a usual page size.
	part, round bool
}

// read returns the sign that a value gives about a list with below items under the value's object, or no sign.
func (w wording) read(value any, below int64) Sign {
	if flag, isFlag := flagIn(value); isFlag {
		return w.readFlag(flag)
	}
	text, _ := value.(string)
	number, isNumber := numberIn(value)
	sign := Sign{Text: Written(value), Number: number}
	switch {
	case value == nil || text == "" && !isNumber:
		if w.isNext() {
			sign.Kind = Last
		}
	case isNumber && number <= 1 && w.isNumericFlag():
		return w.readFlag(number == 1)
	case isNumber:
		sign.Kind = w.kindOfNumber(number, below)
	default:
		sign.Kind = w.kindOfText(text)
	}
	if sign.Kind == "" {
		return w.readPart(text)
	}
	return sign
}

// kindOfNumber returns the meaning of a number by its name, or "".
func (w wording) kindOfNumber(number, below int64) SignKind {
	switch isNext := w.isNext(); {
	case number == below && below > 0 && !w.part && patterns.Match("page sizes", w.own):
		return Full
	case patterns.Match("rest", w.own) && (!w.isForeign() || strings.HasPrefix(w.own, "page")):
		return map[bool]SignKind{true: More, false: End}[number > 0]
	case !isNext && w.countsPages():
		return Pages
	case !isNext && w.isTotal():
		return Total
	case isNext && number > 0:
		return Cursor
	case !isNext && w.isMark():
		return Mark
	case patterns.Match("page", w.own):
		return Page
	case patterns.Match("offset", w.own):
		return Offset
	case w.mayCount(number, below):
		return Total
	}
	return ""
}

// mayCount reports whether a number without a known name can count all items: it stands beside the list, or the list
// ends with a full page.
func (w wording) mayCount(number, below int64) bool {
	const fewest = 1_000_000
	isBeside := len(w.around) == 0 || patterns.Match("about the list", w.parent())
	exceeds := (w.round || isBeside) && below > 0 && !w.part && number > below && number < fewest
	return exceeds && !patterns.Match("unlikely", w.own) && !w.isForeign() && !isYear(number)
}

// kindOfText returns the meaning of a text that leads to the next page, or "".
func (w wording) kindOfText(text string) SignKind {
	switch isNext := w.isNext(); {
	case isNext && (strings.HasPrefix(text, "http") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "?")):
		return Address
	case isNext:
		return Cursor
	case w.isMark():
		return Mark
	}
	return ""
}

// isMark reports whether the name is that of a cursor that may stand on the last page too.
func (w wording) isMark() bool {
	return patterns.Match("marks", w.own) || patterns.Match("page objects", w.parent()) && patterns.Match("tokens", w.own)
}

// readFlag reads a truth value. A flag that only denies a cut does not end a list.
func (w wording) readFlag(flag bool) Sign {
	switch follows := patterns.Match("follow", w.own) && !w.isAbout("not next") || patterns.Match("overflow", w.own); {
	case follows && flag, patterns.Match("closes", w.own) && !flag:
		return Sign{Kind: More, Text: strconv.FormatBool(flag)}
	case follows && (strings.Contains(w.own, "next") || strings.Contains(w.own, "more")), patterns.Match("closes", w.own):
		return Sign{Kind: End, Text: strconv.FormatBool(flag)}
	}
	return Sign{}
}

// isNumericFlag reports whether 0 and 1 under the name mean no and yes.
func (w wording) isNumericFlag() bool {
	isNumber := patterns.Match("onward", w.own) || patterns.Match("rest", w.own) || strings.Contains(w.own, "page")
	begins := func(word string) bool { return strings.HasPrefix(w.own, word) }
	isEnd := patterns.Match("closes", w.own) && slices.ContainsFunc([]string{"is", "end", "done", "complete"}, begins)
	return isEnd || patterns.Match("follow", w.own) && !isNumber && !w.isAbout("not next")
}

// readPart reads a text that says which part of a list this is, such as "1-25 of 120", "page": "1 of 3" or
// "incomplete".
func (w wording) readPart(text string) Sign {
	found := ofAll.FindStringSubmatch(text)
	switch {
	case w.part:
		return Sign{}
	case patterns.Match("cut off", Fold(text)):
		return Sign{Kind: More, Text: text}
	case found == nil:
		return Sign{}
	}
	sign := Sign{Kind: Total, Text: text}
	if strings.Contains(w.own, "page") {
		sign.Kind = Pages
	}
	if sign.Number, _ = strconv.ParseInt(found[1], 10, 64); isYear(sign.Number) {
		return Sign{}
	}
	return sign
}

// isTotal reports whether the name is that of a count of items.
func (w wording) isTotal() bool {
	if w.part {
		return patterns.Match("members", w.own)
	}
	isInside := patterns.Match("totals", w.parent()) && patterns.Match("neutral", w.own)
	named := patterns.Match("totals", w.own) || patterns.Match("members", w.own) && w.own != "size"
	return (named || isInside) && !w.isForeign()
}

// countsPages reports whether the name is that of a count of pages.
func (w wording) countsPages() bool {
	isPlace := patterns.Match("page objects", w.parent()) && patterns.Match("lasts", w.own)
	isTotal := w.parent() == "pages" && patterns.Match("totals", w.own)
	return patterns.Match("of pages", w.own) && !strings.Contains(w.own, "size") || isTotal || isPlace
}

// parent returns the name of the enclosing object, or "" for the object that contains the list.
func (w wording) parent() string {
	if len(w.around) == 0 {
		return ""
	}
	return w.around[len(w.around)-1]
}

// isForeign reports whether the name concerns something other than the items.
func (w wording) isForeign() bool { return patterns.Match("not totals", w.own) || w.isAbout("foreign") }

// isNext reports whether the name, or an enclosing one, concerns the next page.
func (w wording) isNext() bool {
	if w.isAbout("not next") {
		return false
	}
	isAround := func(name string) bool { return patterns.Match("onward", name) }
	return isAround(w.own) || slices.ContainsFunc(w.around, isAround) && patterns.Match("onwards", w.own)
}

// isAbout reports whether the name or an enclosing one matches.
func (w wording) isAbout(pattern string) bool {
	isOne := func(name string) bool { return patterns.Match(pattern, name) }
	return isOne(w.own) || slices.ContainsFunc(w.around, isOne)
}

// saysInHeader reports whether a header field, by its folded name without a leading x, can describe a list. Most
// describe only the answer.
func saysInHeader(name string) bool {
	for _, pattern := range []string{"totals", "of pages", "onward", "follow", "marks", "page sizes"} {
		if patterns.Match(pattern, name) {
			return !strings.Contains(name, "content")
		}
	}
	return name == "warning" || name == "page" || strings.Contains(name, "paginat") || strings.Contains(name, "paging")
}

// readRange reads a range such as "items 0-24/120" (RFC 9110, section 14.4). After the slash stands the number of
// all items, or * when it is not known.
func readRange(text string) Sign {
	found := rangeTotal.FindStringSubmatch(text)
	if found == nil || found[1] == "bytes" {
		return Sign{}
	}
	total, err := strconv.ParseInt(found[2], 10, 64)
	if err != nil {
		return Sign{Kind: More, Text: text}
	}
	return Sign{Kind: Total, Number: total, Text: text}
}

func flagIn(value any) (flag, isFlag bool) {
	switch value := value.(type) {
	case bool:
		return value, true
	case string:
		switch strings.ToLower(value) {
		case "true", "yes", "y":
			return true, true
		case "false", "no", "n":
			return false, true
		}
	}
	return false, false
}

// CountsMembers returns the number of students that an object such as a class says it has, or false.
func CountsMembers(object any) (count int64, says bool) {
	fields, _ := object.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		number, isNumber := numberIn(fields[name])
		if folded := Fold(name); isNumber && patterns.Match("members", folded) && folded != "size" && folded != "total" {
			return number, true
		}
	}
	return 0, false
}

func isYear(number int64) bool { return number >= 1900 && number <= 2100 }

// IsRound reports whether a list's length is a usual page size.
func IsRound(items int) bool {
	usual := []int{10, 15, 20, 25, 30, 40, 50, 60, 64, 75, 128, 256, 512, 1024, 2048}
	const hundred = 100
	return slices.Contains(usual, items) || items > 0 && items%(hundred/2) == 0 && items <= 10*hundred*hundred
}
