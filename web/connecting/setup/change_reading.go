package setup

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// The limits of a search for all calls: its time, and its requests except those that read whole lists. A page
// waits for it.
const (
	findLimit    = 40 * time.Second
	findRequests = 60
)

// change changes the draft and stores it, if it does not contain the key. Changes of one school run one after
// the other, so that none overwrites another, and continue when the person leaves the page.
func (c *Connecting) change(ctx context.Context, school roll.School, how func(context.Context, *seeker) error) error {
	stored, _ := c.turns.LoadOrStore(school.ID, new(sync.Mutex))
	if turn, ok := stored.(*sync.Mutex); ok {
		turn.Lock()
		defer turn.Unlock()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), findLimit)
	defer cancel()
	draft, err := c.Draft(ctx, school)
	if err != nil {
		return err
	}
	client, err := c.clients.Client(ctx, school)
	if roll.KindOf(err) == roll.NotFound {
		return ErrNoKey
	}
	if err != nil {
		return err
	}
	now := c.clock()
	s := &seeker{
		client: client, now: now, date: school.Today(now).String(), draft: &draft, rows: rows(), code: school.Code,
		search: discovery.NewSearch(client.Look, findRequests),
	}
	if s.fail(how(ctx, s)); s.err != nil {
		return s.err
	}
	if text := written(draft.Mapping); client.Redact(text) != text {
		return ErrSecret
	}
	return c.keep(context.WithoutCancel(ctx), school, draft)
}

// ErrNoKey is returned while no key is entered: nothing can be asked for a list.
var ErrNoKey = errors.New("the school has no key")

// ErrSecret is returned for a mapping that contains the key. A mapping is shown and exported.
var ErrSecret = errors.New("the mapping holds the school's key")

// IsUnusable reports whether err means that the text is not a mapping, or one that must not be stored.
func IsUnusable(err error) bool {
	return errors.Is(err, mapping.ErrUnusable) || errors.Is(err, ErrSecret)
}

// WrongPlace returns the faulty place of a call: "path", "list", "paging" or "fields." with the name of a
// field. It returns "path" when the error has no place.
func WrongPlace(call Call, err error) string {
	for _, place := range mapping.Places(err) {
		switch rest, ours := strings.CutPrefix(place, string(call)+"."); {
		case ours && rest == "fields":
			return "fields." + mapping.Fields(call)[0]
		case ours:
			return rest
		}
	}
	return "path"
}

// ChangeReading changes the reading of a call in the draft, tries it and stores it. After a new path it guesses
// everything again, after a new list the fields. It returns the call that a person should look at next: the typed
// one, or none if the call was missing and works now. It returns [mapping.ErrUnusable] for an invalid mapping and
// [ErrSecret] for one that contains the key, and then stores nothing.
func (c *Connecting) ChangeReading(ctx context.Context, school roll.School, call Call, typed Reading) (Call, error) {
	next := call
	err := c.change(ctx, school, func(ctx context.Context, s *seeker) (err error) {
		wasAbsent := s.draft.Mapping.Of(call).Absent
		err = s.readAs(ctx, call, typed, school.BaseURL)
		if now := s.draft.Trials[call]; wasAbsent && now.Items > 0 && !now.Unsure {
			next = ""
		}
		return err
	})
	return next, err
}

// readAs reads a call as a person typed it. Base is the school's base address.
func (s *seeker) readAs(ctx context.Context, call Call, typed Reading, base string) error {
	before := s.draft.Mapping.Of(call)
	typed.Path, typed.Paging = pathIn(typed.Path, base, periodIDs(s.draft)...), before.Paging
	s.prepare(ctx, call, typed)
	if typed.Path != before.Path || before.Absent {
		return s.another(ctx, call, typed)
	}
	found := s.search.Look(ctx, call, typed.Path, s.place())
	if typed.List != before.List {
		typed.Fields = guessIn(call, found, typed).Fields
	}
	s.accept(ctx, call, found, typed)
	return nil
}

// another guesses the reading of the answer at a new path.
func (s *seeker) another(ctx context.Context, call Call, typed Reading) error {
	if err := mapping.CheckPath(typed.Path); err != nil {
		return err
	}
	// The result explains why a search gave up, so the error is not needed.
	found, _ := s.search.Try(ctx, call, typed.Path, s.place())
	switch {
	case found.Works():
		typed = found.Reading
	case typed.List == "": // a list that is still empty, or the whole answer
		typed.List, typed.Fields = "$", mapping.Fewest(call)
		if lists := discovery.Lists(found.Look.Document); len(lists) == 1 && len(lists[0].Items) == 0 {
			typed.List = lists[0].Path
		}
		delete(typed.Fields, mapping.EnrolmentID) // the enrolment id is never guessed
	}
	s.accept(ctx, call, found, typed)
	return nil
}

// Find searches for all calls with the school's own key and stores the result as the draft.
func (c *Connecting) Find(ctx context.Context, school roll.School) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		before := *s.draft
		before.InForce = before.InForce && school.Mapping != ""
		*s.draft = Draft{Mapping: before.Mapping, Trials: make(map[Call]Trial), Told: before.Told,
			Compared: before.Compared}
		if before.Period.Chosen {
			s.draft.Period = before.Period
		}
		s.all(ctx, before)
		return nil
	})
}

// Import loads a mapping's file into the draft, and tries each of its calls.
func (c *Connecting) Import(ctx context.Context, school roll.School, file string) error {
	mapped, err := mapping.Load(strings.NewReader(file))
	if err != nil {
		return err
	}
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		*s.draft = Draft{Mapping: mapped, Trials: make(map[Call]Trial)}
		for _, call := range mapping.Calls() {
			if mapping.IsNeeded(call) && mapped.Of(call).Absent {
				s.draft.Trials[call] = Trial{Finding: mapping.FindingNoCall}
			}
		}
		s.tryAll(ctx, mapping.Calls())
		return nil
	})
}

// Presses returns what an admin can press about a call, by the names of the buttons. Again searches for the call at
// the likely paths. Without records that the service has no such call. Period tries the draft's lists for the school
// period with the id that is chosen. Decide applies the choice with that id about the list, and from then on the list
// is read by it. Tell records how many students the school system shows, unseen that an admin cannot see it. Same and
// differs record how a class with the id compares with the school system. They return [roll.Stale] for what the draft
// no longer offers.
func Presses() map[string]Press {
	return map[string]Press{"again": (*seeker).seekAgain, "without": (*seeker).without, "period": (*seeker).forPeriod,
		"decide": (*seeker).decide, "tell": (*seeker).tell, "unseen": (*seeker).unseen, "same": compared(true),
		"differs": compared(false)}
}

// Press changes the draft of a call after a person's choice.
type Press func(s *seeker, ctx context.Context, call Call, chosen string) error

// Pressed applies a press to the school's draft and stores it.
func (c *Connecting) Pressed(ctx context.Context, school roll.School, press Press, call Call, chosen string) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error { return press(s, ctx, call, chosen) })
}

func (s *seeker) seekAgain(ctx context.Context, call Call, _ string) error {
	s.prepare(ctx, call, Reading{})
	s.one(ctx, call)
	return nil
}

func (s *seeker) without(ctx context.Context, call Call, _ string) error {
	if mapping.IsAlways(call) {
		return roll.Problem(roll.Meaningless, "problem.what.422")
	}
	s.draft.Trials[call] = Trial{Finding: mapping.FindingNoCall}
	s.draft.Mapping = s.draft.Mapping.With(call, Reading{Absent: true})
	s.tryCompleted(ctx, call)
	return nil
}

func (s *seeker) decide(ctx context.Context, call Call, id string) error {
	choice, offered := s.draft.Trials[call].Choice(id)
	if !offered {
		return roll.Problem(roll.Stale, "problem.what.409")
	}
	s.tryWith(ctx, call, choice.Reading)
	return nil
}

// tell returns [roll.Meaningless] for what is no number of students.
func (s *seeker) tell(_ context.Context, _ Call, shown string) error {
	count, err := roll.ParseStudentCount(shown)
	s.draft.Told = &count
	return err
}

func (s *seeker) unseen(context.Context, Call, string) error {
	s.draft.Told = new(int)
	return nil
}

// compared records whether a class has the same students in the school system.
func compared(isSame bool) Press {
	return func(s *seeker, _ context.Context, _ Call, id string) error {
		isIt := func(class readings.Group) bool { return class.ID() == id }
		if !slices.ContainsFunc(s.draft.Compares(), isIt) {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		if s.draft.Compared == nil {
			s.draft.Compared = map[string]bool{}
		}
		s.draft.Compared[id] = isSame
		return nil
	}
}

func (s *seeker) forPeriod(ctx context.Context, _ Call, id string) error {
	at := slices.IndexFunc(s.draft.Periods, func(period readings.Period) bool { return period.ID == id })
	if at < 0 {
		return roll.Problem(roll.Stale, "problem.what.409")
	}
	s.draft.Period = s.draft.Periods[at]
	s.draft.Period.Chosen = true
	s.tryAll(ctx, mapping.Calls()[1:])
	return nil
}
