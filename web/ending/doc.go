// Package ending renames and removes schools. A removal first lists what will be removed, then exports all
// marks as a file, and only then removes the school.
package ending
