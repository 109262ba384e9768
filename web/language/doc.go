// Package language contains every text that people read, in each language.
//
// The catalogues are files of this folder: English has one for each area of the program, AREA.en.json, and every other
// language one for all, TAG.json. They are flat objects from a key ("roll.save_as") to a text, or to the CLDR plural
// forms of a text ("one", "other", ...). A variety of English has only the texts that differ. Placeholders are written
// {{.Name}}. A key is named after the place of its text. Keys that end with a value belong to a Family; only this
// folder composes keys. English is complete and replaces texts that another language lacks. A text with the key
// "language.unconfirmed" stands at the foot of every page until a native speaker has confirmed the language, and leads
// to the glossary.
package language
