// Package language holds every word that a person reads, and says it in the
// person's language.
//
// The catalogues are the files NAME.TAG.json of this folder, one for each area of
// the program: flat objects from a key ("roll.save_as") to a text, or to the CLDR
// plural forms of a text ("one", "other", ...). Placeholders are written {{.Name}}.
// A key is named by the place where its text stands. Keys that end with a value are of
// a Family; nothing outside this folder puts keys together. English is complete; a text
// that another language lacks is said in English.
package language
