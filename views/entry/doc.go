// Package entry has the pages by which people come in: sign-in, a cover's link, the demonstration's
// door, the choice of a school, their own preferences and the help.
package entry
