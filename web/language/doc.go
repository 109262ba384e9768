// Package language contains every text that people read, in each language.
//
// The catalogues are the files NAME.TAG.json of this folder, one for each area of the program: flat objects
// from a key ("roll.save_as") to a text, or to the CLDR plural forms of a text ("one", "other", ...).
// Placeholders are written {{.Name}}. A key is named after the place of its text. Keys that end with a value
// belong to a Family; only this folder composes keys. English is complete and replaces texts that another
// language lacks.
package language
