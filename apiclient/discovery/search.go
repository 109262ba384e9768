package discovery

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"rollbook/apiclient"
)

// Ask asks the service once and repeats nothing; [apiclient.Client.Look] does.
type Ask func(ctx context.Context, call string, q apiclient.Question) (apiclient.Look, error)

// Search looks for calls with a school's own credentials. It only reads, one request after the other, and
// ends with its context.
type Search struct {
	ask  Ask
	left int
}

// NewSearch makes at most so many requests.
func NewSearch(ask Ask, most int) *Search { return &Search{ask: ask, left: most} }

// Left is how many requests may still be made.
func (s *Search) Left() int { return s.left }

// ErrEnough ends a search that asked as often as it may.
var ErrEnough = errors.New("as many requests as may be were made")

// Found is what a search found out about a call.
type Found struct {
	Reading Reading
	Guess   Guess
	// Look is the answer that the reading was guessed from; without a list, the last one that came.
	Look apiclient.Look
	// Tried are the paths that were asked, in order, without what asked for pages.
	Tried []string
	// Err is why the last path gave nothing.
	Err error
}

// Works tells whether a list was found.
func (f Found) Works() bool { return f.Guess.List != "" }

// Find tries the likely paths of a call, before them one that is known already (empty for none), and
// guesses how the best answer is read. The error is nil as long as it makes sense to go on asking.
func (s *Search) Find(ctx context.Context, call Call, at apiclient.Place, known string) (Found, error) {
	paths := likelyPaths(call)
	if known != "" && !slices.Contains(paths, known) {
		paths = append([]string{known}, paths...)
	}
	return s.among(ctx, call, paths, at, false)
}

// FindPerClass tries the likely paths of the students of one class.
func (s *Search) FindPerClass(ctx context.Context, at apiclient.Place) (Found, error) {
	return s.among(ctx, Students, perClassPaths(), at, true)
}

// Try asks at a given path and guesses how the answer is read.
func (s *Search) Try(ctx context.Context, call Call, path string, at apiclient.Place, perClass bool) (Found, error) {
	return s.among(ctx, call, []string{path}, at, perClass)
}

// Look asks at a path and guesses nothing.
func (s *Search) Look(ctx context.Context, call Call, path string, at apiclient.Place) Found {
	look, err := s.once(ctx, call, apiclient.Question{Path: path, Place: at})
	return Found{Look: look, Err: err}
}

func (s *Search) among(ctx context.Context, call Call, paths []string, at apiclient.Place, perClass bool) (Found, error) {
	var best Found
	var tried []string
	for _, path := range paths {
		look, err := s.once(ctx, call, apiclient.Question{Path: path, Place: at})
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
			best = Found{Reading: Reading{Path: path, List: guess.List, Fields: guess.Fields, PerClass: perClass}, Guess: guess, Look: look, Err: err}
		}
		best.Tried = tried
		if hopeless(err) {
			return best, err
		}
		if guess.Sure {
			break
		}
	}
	if best.Works() {
		best.Reading.Paging = s.paging(ctx, call, best, at)
	}
	return best, nil
}

func (s *Search) once(ctx context.Context, call Call, q apiclient.Question) (apiclient.Look, error) {
	if s.left == 0 || ctx.Err() != nil {
		return apiclient.Look{}, ErrEnough
	}
	s.left--
	return s.ask(ctx, string(call), q)
}

// hopeless tells whether every other path would fail for the same reason.
func hopeless(err error) bool {
	failure, ok := errors.AsType[*apiclient.Error](err)
	if !ok {
		return false
	}
	return failure.Kind == apiclient.Unauthorized || failure.Kind == apiclient.TooManyRequests ||
		failure.Kind == apiclient.NotSent && failure.Reason != apiclient.ReasonRequest
}

// paging finds out how the list goes on by asking for what comes next. A service that does not know a
// parameter answers with the same page again.
func (s *Search) paging(ctx context.Context, call Call, found Found, at apiclient.Place) apiclient.Paging {
	first, err := Items(found.Look.Document, found.Reading.List)
	if err != nil || len(first) == 0 {
		return apiclient.Paging{}
	}
	for _, way := range ways(found.Look.Document, found.Look.LinksOn, len(first), found.Look.Exchange.URL) {
		if way.value == "" {
			return way.paging
		}
		brought := s.page(ctx, call, found, at, way)
		if way.unnumbered && equal(brought, first) {
			way.value, way.paging.First = "2", 1
			brought = s.page(ctx, call, found, at, way)
		}
		if apart(brought, first) {
			return way.paging
		}
	}
	return apiclient.Paging{}
}

// page is the items that a way brings; none where it brings an error.
func (s *Search) page(ctx context.Context, call Call, found Found, at apiclient.Place, way next) []any {
	look, err := s.once(ctx, call, apiclient.Question{
		Path: found.Reading.Path, Place: at, Parameters: [][2]string{{way.paging.Parameter, way.value}},
	})
	if err != nil {
		return nil
	}
	items, err := Items(look.Document, found.Reading.List)
	if err != nil {
		return nil
	}
	return items
}

func equal(page, first []any) bool {
	return len(page) == len(first) && len(page) > 0 && written(page[0]) == written(first[0]) && written(page[len(page)-1]) == written(first[len(first)-1])
}

// apart tells whether two pages have no item in common.
func apart(page, first []any) bool {
	had := make(map[string]bool, len(first))
	for _, item := range first {
		had[written(item)] = true
	}
	for _, item := range page {
		if had[written(item)] {
			return false
		}
	}
	return len(page) > 0
}

func written(item any) string {
	text, err := json.Marshal(item)
	if err != nil {
		return "" // cannot be: it was decoded from JSON
	}
	return string(text)
}
