// Package ending renames schools and ends them: what goes is told, everything that was marked is
// exported as a file, and only then is the school removed.
package ending
