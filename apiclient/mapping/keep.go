package mapping

import (
	"fmt"
	"slices"
	"strings"

	"rollbook/apiclient/document"
)

// Rule keeps the items of a list that count, such as students who have not left, and leaves out the others.
// It keeps an item without the field, except by Is.
type Rule struct {
	// Field leads to a value inside an item.
	Field string `json:"field"`
	// Is lists the values that are kept, IsNot those that are left out, as texts.
	Is    []string `json:"is,omitempty"`
	IsNot []string `json:"isNot,omitempty"`
	// NotPassed keeps items whose date is today or later.
	NotPassed bool `json:"notPassed,omitempty"`
	// Begun keeps items with a date of today or earlier.
	Begun bool `json:"begun,omitempty"`
	// Empty keeps items without a value there, or with a no.
	Empty bool `json:"empty,omitempty"`
	// OfPeriod keeps items of the requested school period.
	OfPeriod bool `json:"asked,omitempty"`
	// Declined is true for a rule that a person was asked about and does not want. It keeps every item.
	Declined bool `json:"declined,omitempty"`
}

// Several returns the parts of a text that lists several values, such as "7A, 7B" or "Teacher;Student".
func Several(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;|\n", r) })
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return parts
}

// request is the requested day, with the id and names of the requested school period.
type request struct {
	date    string
	periods []string
}

// isPeriod reports whether a text names the requested school period. An empty text matches too.
func (r request) isPeriod(text string) bool {
	same := func(name string) bool { return SamePeriod(name, text) }
	return text == "" || len(r.periods) == 0 || slices.ContainsFunc(r.periods, same)
}

// keeper is a rule with its path parsed.
type keeper struct {
	Rule
	path *document.Path
}

func (k keeper) keeps(item any, order *document.Order, requested request) bool {
	found := k.path.First(item, order)
	text := document.Written(found)
	switch {
	case k.Declined:
		return true
	case k.NotPassed:
		_, day, err := document.Dates(found)
		return err != nil || day == "" || requested.date == "" || day >= requested.date || document.IsNoDate(found)
	case k.Begun:
		day, _, err := document.Dates(found)
		return err != nil || day == "" || requested.date == "" || day <= requested.date
	case k.Empty:
		return document.SaysNothing(found)
	case k.OfPeriod:
		return requested.isPeriod(text)
	case k.Is != nil:
		return slices.Contains(k.Is, text)
	case k.path.SelectsMany():
		isOut := func(value any) bool { return slices.Contains(k.IsNot, document.Written(value)) }
		return !slices.ContainsFunc(k.path.All(item, order), isOut)
	}
	return !slices.Contains(k.IsNot, text)
}

// parsePath parses a path at a place of a mapping.
type parsePath = func(at, source string, needed bool) *document.Path

// keep parses the rules of a call.
func (c *compiler) keep(place string, rules []Rule, parse parsePath) []keeper {
	const most = 12
	if len(rules) > most {
		c.fail(place+".keep", fmt.Errorf("more than %d rules", most))
	}
	var all []keeper
	for _, rule := range rules {
		isSet := []bool{rule.Is != nil, rule.IsNot != nil, rule.NotPassed, rule.Begun, rule.Empty, rule.OfPeriod}
		if isUnset := func(is bool) bool { return !is }; len(slices.DeleteFunc(isSet, isUnset)) != 1 {
			c.fail(place+".keep", fmt.Errorf("the rule of %q does not have exactly one condition", rule.Field))
		}
		all = append(all, keeper{rule, parse(".keep", rule.Field, true)})
	}
	return all
}

// counts reports whether all rules of the call keep an item.
func (c *compiled) counts(item any, order *document.Order, requested request) bool {
	return !slices.ContainsFunc(c.keepers, func(k keeper) bool { return !k.keeps(item, order, requested) })
}

// Keeps reports whether the rules keep an item on a date (YYYY-MM-DD), whatever its school period. It ignores
// unusable rules.
func Keeps(rules []Rule, item any, date string) bool {
	return !slices.ContainsFunc(rules, func(rule Rule) bool {
		path, err := document.NewPath(rule.Field)
		return err == nil && path != nil && !keeper{rule, path}.keeps(item, nil, request{date: date})
	})
}
