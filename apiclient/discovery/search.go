package discovery

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"rollbook/apiclient"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// Ask sends one request for a target and does not repeat it, like [apiclient.Client.Look].
type Ask func(ctx context.Context, call, target string) (apiclient.Look, error)

// Search looks for calls with a school's own credentials. It only reads, sends one request at a time, and
// ends with its context.
type Search struct {
	ask  Ask
	left int
}

// NewSearch returns a search that sends at most most requests.
func NewSearch(ask Ask, most int) *Search { return &Search{ask: ask, left: most} }

// ErrEnough ends a search that has used all its requests.
var ErrEnough = errors.New("as many requests as may be were made")

// Found is the result of a search for a call.
type Found struct {
	Reading mapping.Reading
	Guess   Guess
	// Look is the answer behind the guess. Without a list it is the last answer.
	Look apiclient.Look
	// Tried are the requested paths in order, without the requests for further pages.
	Tried []string
	// Err is the error of the last path, nil when it had a list.
	Err error
}

// Works reports whether the search found a list.
func (f Found) Works() bool { return f.Guess.List != "" }

// Find tries the known path, if any, and the likely paths of a call, and guesses how to read the best answer.
// It returns an error only when further requests make no sense.
func (s *Search) Find(ctx context.Context, call mapping.Call, at mapping.Place, known string) (Found, error) {
	paths := likelyPaths(call)
	if known != "" && !slices.Contains(paths, known) {
		paths = append([]string{known}, paths...)
	}
	return s.among(ctx, call, paths, at)
}

// FindPerClass tries the likely paths of the students of one class.
func (s *Search) FindPerClass(ctx context.Context, at mapping.Place) (Found, error) {
	return s.among(ctx, mapping.Students, perClassPaths(), at)
}

// Try requests a given path and guesses how to read its answer.
func (s *Search) Try(ctx context.Context, call mapping.Call, path string, at mapping.Place) (Found, error) {
	return s.among(ctx, call, []string{path}, at)
}

// Look requests a path and guesses nothing.
func (s *Search) Look(ctx context.Context, call mapping.Call, path string, at mapping.Place) Found {
	look, err := s.once(ctx, call, mapping.Target(path, at))
	return Found{Look: look, Err: err}
}

func (s *Search) among(ctx context.Context, call mapping.Call, paths []string, at mapping.Place) (Found, error) {
	var best Found
	var tried []string
	for _, path := range paths {
		look, err := s.once(ctx, call, mapping.Target(path, at))
		if errors.Is(err, ErrEnough) {
			best.Tried = tried
			return best, err
		}
		tried = append(tried, path)
		guess := Guess{}
		if err == nil {
			guess = Read(call, look.Document)
		}
		answered := best.Look.Exchange.Status == 0 || best.Err != nil && err == nil
		if guess.Score > best.Guess.Score || !best.Works() && answered {
			reading := mapping.Reading{Path: path, List: guess.List, Fields: guess.Fields}
			best = Found{Reading: reading, Guess: guess, Look: look, Err: err}
		}
		best.Tried = tried
		if hopeless(err) {
			return best, err
		}
		if guess.Sure() {
			break
		}
	}
	if best.Works() {
		best.Reading.Paging, best.Reading.Unrelated = s.paging(ctx, call, best, at)
	}
	return best, nil
}

func (s *Search) once(ctx context.Context, call mapping.Call, target string) (apiclient.Look, error) {
	if s.left == 0 || ctx.Err() != nil {
		return apiclient.Look{}, ErrEnough
	}
	s.left--
	return s.ask(ctx, string(call), target)
}

// hopeless reports whether every other path would fail for the same reason.
func hopeless(err error) bool {
	failure, ok := errors.AsType[*apiclient.Error](err)
	if !ok {
		return false
	}
	return failure.Kind == apiclient.Unauthorized || failure.Kind == apiclient.TooManyRequests ||
		failure.Kind == apiclient.NotSent && failure.Reason != apiclient.ReasonRequest
}

// paging finds the paging of a list by requesting the next page. A service that does not know a parameter
// sends the same page again. A sign that leads to an empty page is returned as unrelated.
func (s *Search) paging(ctx context.Context, call mapping.Call, found Found, at mapping.Place,
) (paging mapping.Paging, unrelated []string) {
	target, list := mapping.Target(found.Reading.Path, at), mapping.Unfiltered(found.Reading.List)
	answer := found.Look.Answer
	first, err := Items(found.Look.Document, list)
	if err != nil || len(first) == 0 {
		return mapping.Paging{}, nil
	}
	answer.Items = first
	for _, guess := range s.known(ctx, call, target, list, first, nextPages(call, answer, found.Look.Exchange.URL)) {
		if guess.value == "" {
			return guess.paging, nil
		}
		brought, came := s.page(ctx, call, target, list, guess)
		if guess.unnumbered && came && !apart(brought, first) {
			guess.value, guess.paging.First = "2", 1
			brought, came = s.page(ctx, call, target, list, guess)
		}
		isOther := came && !reflect.DeepEqual(brought, first)
		switch {
		case isOther && s.numbersPages(ctx, call, target, list, first, guess):
			guess.paging.Kind = mapping.PagingPage
			return guess.paging, nil
		case apart(brought, first):
			return guess.paging, nil
		case came && len(brought) == 0 && guess.sign != "":
			return mapping.Paging{}, []string{guess.sign}
		}
	}
	return mapping.Paging{}, nil
}

// known leaves out the guesses for a list that says nothing about more if the service does not know their parameters.
// It sends them all at once: a service that knows none answers with the same list.
func (s *Search) known(ctx context.Context, call mapping.Call, target, list string, first []any,
	guesses []next) []next {
	const likeliest, second = 2, "2"
	if len(guesses) == 0 || !guesses[0].unsaid {
		return guesses
	}
	all := guesses[0]
	for _, guess := range guesses[1:] {
		if guess.unnumbered {
			guess.value = second
		}
		target = mapping.WithParameter(target, guess.paging.Parameter, guess.value)
	}
	all.value = second
	switch brought, came := s.page(ctx, call, target, list, all); {
	case came && reflect.DeepEqual(brought, first):
		return nil
	case !came: // it may refuse what it does not know
		return guesses[:likeliest]
	}
	return guesses
}

// numbersPages reports whether an offset counts pages: the next one begins with none of the items of the first.
func (s *Search) numbersPages(ctx context.Context, call mapping.Call, target, list string, first []any,
	guess next) bool {
	if guess.paging.Kind != mapping.PagingOffset || guess.sign != "" {
		return false
	}
	guess.value = "1"
	brought, _ := s.page(ctx, call, target, list, guess)
	return len(first) > 1 && apart(brought, first)
}

// page returns the items of the next page for a guess, and whether there was one.
func (s *Search) page(ctx context.Context, call mapping.Call, target, list string, guess next) ([]any, bool) {
	look, err := s.once(ctx, call, mapping.WithParameter(target, guess.paging.Parameter, guess.value))
	if err != nil {
		return nil, false
	}
	items, err := Items(look.Document, list)
	return items, err == nil
}

// apart reports whether two pages have no item in common.
func apart(page, first []any) bool {
	had := document.Set(first)
	return len(page) > 0 && !slices.ContainsFunc(page, func(item any) bool { return had[string(document.JSON(item))] })
}
