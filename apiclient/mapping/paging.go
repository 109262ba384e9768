package mapping

import (
	"errors"
	"fmt"
)

// PagingKind is the way in which a long list is divided into pages.
type PagingKind string

// The kinds of paging. The empty kind means [PagingNone].
const (
	PagingNone   PagingKind = "none"
	PagingPage   PagingKind = "page"   // Parameter counts pages
	PagingOffset PagingKind = "offset" // Parameter counts items
	PagingCursor PagingKind = "cursor" // Parameter takes the value at Cursor in the answer before
	// PagingLink follows the Link header's rel="next" (RFC 8288), or the address that Cursor finds, below the base
	// address only.
	PagingLink PagingKind = "link"
)

// Paging describes how a list in pages is read to its end. A list with too many pages or items is an error,
// never a shorter list.
type Paging struct {
	Kind PagingKind `json:"kind,omitempty"`
	// Parameter is the query parameter of the page, offset or cursor.
	Parameter string `json:"parameter,omitempty"`
	// First is the number of the first page (kind page), often 0 or 1.
	First int `json:"first,omitempty"`
	// SizeParameter is the query parameter of the page size, if there is one.
	SizeParameter string `json:"sizeParameter,omitempty"`
	// Size is the number of items of a full page. A page with fewer is the last (kinds page and offset). 0
	// means unknown: then the first empty page is the last.
	Size int `json:"size,omitempty"`
	// Cursor leads to the next cursor in the answer (kind cursor), or to the address of the next page (kind
	// link). The list ends when it is absent, null or "".
	Cursor string `json:"cursor,omitempty"`
	// Total leads to the number of all items, if the answer has one.
	Total string `json:"total,omitempty"`
	// MaxPages and MaxItems are limits. 0 means the greatest, 500 pages and 100,000 items.
	MaxPages int `json:"maxPages,omitempty"`
	MaxItems int `json:"maxItems,omitempty"`
}

// The greatest limits of [Paging].
const (
	MaxPages = 500
	MaxItems = 100_000
)

func (p Paging) validate() error {
	switch {
	case p.MaxPages < 0 || p.MaxPages > MaxPages:
		return fmt.Errorf("maxPages is not between 0 and %d", MaxPages)
	case p.MaxItems < 0 || p.MaxItems > MaxItems:
		return fmt.Errorf("maxItems is not between 0 and %d", MaxItems)
	case p.Size < 0 || p.Size > MaxItems:
		return fmt.Errorf("size is not between 0 and %d", MaxItems)
	case p.First < 0:
		return errors.New("first is negative")
	case p.SizeParameter != "" && p.Size == 0:
		return errors.New("sizeParameter needs a size")
	}
	switch p.Kind {
	case "", PagingNone:
		if p.Parameter != "" || p.Cursor != "" {
			return errors.New("no kind of paging, but its parameters")
		}
	case PagingPage, PagingOffset:
		if p.Parameter == "" {
			return errors.New("parameter is missing")
		}
	case PagingCursor:
		if p.Parameter == "" || p.Cursor == "" {
			return errors.New("parameter or cursor is missing")
		}
	case PagingLink:
	default:
		return fmt.Errorf("unknown kind %q", p.Kind)
	}
	return nil
}
