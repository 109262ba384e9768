package layout

import "rollbook/web/roll"

// Option is one choice of a field: its value in the form, and its text.
type Option struct{ Value, Text string }

// Options returns the options of a list. They begin with an empty one, of the text none, if that is not empty.
func Options[T any](none string, all []T, option func(one T) Option) []Option {
	var options []Option
	if none != "" {
		options = append(options, Option{Text: none})
	}
	for _, one := range all {
		options = append(options, option(one))
	}
	return options
}

// PeriodOption returns the option of a school period.
func PeriodOption(period roll.Period) Option { return Option{string(period.ID), period.Name} }

// ClassOption returns the option of a class. One of a division has its whole name as value, since another has its id.
func ClassOption(class roll.Class) Option {
	if class.Division != "" {
		return TextOption(class.Name)
	}
	return Option{string(class.ID), class.Name}
}

// StatusOption returns the option of a status.
func StatusOption(status roll.Status) Option { return Option{status.ID.String(), status.Name} }

// TextOption returns the option of a text that is its own value.
func TextOption(text string) Option { return Option{text, text} }
