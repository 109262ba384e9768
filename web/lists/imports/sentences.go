package imports

import (
	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// Problem returns the error of a file with the fault, for people.
func Problem(words *language.Words, fault tables.FileError) *roll.Error {
	switch {
	case fault.Code == tables.Quote && fault.Line > 0:
		return roll.Problem(roll.Meaningless, "student_list.fault.quote_line", "Line", words.Number(fault.Line))
	case fault.Code == NotNumber && fault.Value == "":
		return roll.Problem(roll.Meaningless, "student_list.fault.no_number")
	}
	return roll.Problem(roll.Meaningless, language.FileFaultKeys.Of(string(fault.Code)),
		"Value", Shortened(fault.Value), "Other", NameOfLine(words, fault.OtherSheet, fault.Other))
}

// Sentence describes the fault of a file, or of a line.
func Sentence(words *language.Words, fault tables.FileError) string {
	problem := Problem(words, fault)
	return words.Text(problem.Message, problem.Values...)
}

// NameOfLine names a line of the file, with its sheet if there are several.
func NameOfLine(words *language.Words, sheet string, line int) string {
	if sheet == "" {
		return words.Text("student_list.line", "Line", words.Number(line))
	}
	return words.Text("student_list.sheet_line", "Line", words.Number(line), "Sheet", sheet)
}

// Shortened returns the beginning of a cell's text.
func Shortened(text string) string {
	const longest = 61
	return language.Shortened(text, longest)
}
