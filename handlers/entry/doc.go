// Package entry has the pages by which people come in: signing in, a cover's link, the
// demonstration's first page, and what a person sets for herself.
package entry
