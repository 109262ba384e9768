package part

import (
	"slices"

	"rollbook/web/roll"
)

// stripLength is the largest number of dates in a strip.
const stripLength = 10

// stripFamilies lists the families in the order of a strip's path and text; the empty one is a date without
// information.
var stripFamilies = [...]roll.Family{
	roll.Present, roll.Absent, roll.Late, roll.Excused, roll.LeftEarly, roll.Remote, roll.Other, "",
}

// stripShape returns the shape of one date in a strip: a path that starts at the date's left edge.
func stripShape(family roll.Family) string {
	switch family {
	case roll.Present:
		return " 15h4v4h-4z"
	case roll.Absent:
		return " 0h4v19h-4z"
	case roll.Excused:
		return ".5 .5h3v18h-3z"
	case roll.Late, roll.LeftEarly, roll.Remote, roll.Other:
	}
	return ".5 9.5h3v9h-3z"
}

// strip appends the drawing of the last dates: a dot for present, a full bar for absent, half a bar for late,
// hollow for excused, dashed for unknown. It writes one path per family, and one text.
func (m markup) strip(dates []roll.Family, s *Sheet) markup {
	dates = dates[max(0, len(dates)-stripLength):]
	m = m.raw(`<svg role="img" class="strip" viewBox="0 0 60 19" aria-label="`).history(dates, s).raw(`">`)
	for _, family := range stripFamilies {
		if slices.Contains(dates, family) {
			m = m.path(family, dates)
		}
	}
	return m.raw(`</svg>`)
}

func (m markup) path(family roll.Family, dates []roll.Family) markup {
	m = m.raw(`<path class="f-`).raw(familyName(family)).raw(`" d="`)
	shape := stripShape(family)
	for i, date := range dates {
		if date == family {
			m = m.raw("M").number(int64(6 * i)).raw(shape)
		}
	}
	return m.raw(`"/>`)
}

// history appends the strip in words: "Last dates: 8 present, 2 absent".
func (m markup) history(dates []roll.Family, s *Sheet) markup {
	m = m.text(s.strip)
	separator := " "
	for i, family := range stripFamilies {
		count := 0
		for _, date := range dates {
			if date == family {
				count++
			}
		}
		if count > 0 {
			m = m.raw(separator).number(int64(count)).raw(" ").text(s.families[i])
			separator = ", "
		}
	}
	return m
}
