package apiclient

// List is a list as it was read.
type List[T any] struct {
	// Items are in the service's order, each once.
	Items []T
	// Duplicates counts the items that were left out because one with the same id came before.
	Duplicates int
	// Problems are items and fields that could not be read, at most 1,000 of them.
	Problems []Problem
	// Unreadable counts the items left out because they could not be read.
	Unreadable int
	// Exchange is the last page's call.
	Exchange Exchange
}

const maxProblems = 1000

// assemble turns raw items into a list: read makes an entry of an item, key tells which are the same.
func assemble[T any, K comparable](pages pages, read func(*item) T, key func(T) K) List[T] {
	list := List[T]{Items: make([]T, 0, len(pages.items)), Exchange: pages.exchange, Problems: pages.problems}
	seen := make(map[K]struct{}, len(pages.items))
	for position, value := range pages.items {
		item := item{position: position, value: value, order: pages.order}
		entry := read(&item)
		if room := maxProblems - len(list.Problems); room > 0 {
			list.Problems = append(list.Problems, item.problems[:min(room, len(item.problems))]...)
		}
		if item.unusable {
			list.Unreadable++
			continue
		}
		if _, twice := seen[key(entry)]; twice {
			list.Duplicates++
			continue
		}
		seen[key(entry)] = struct{}{}
		list.Items = append(list.Items, entry)
	}
	return list
}
