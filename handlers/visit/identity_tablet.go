package visit

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/tablets"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// tablet is the Bounds of a tablet at a classroom door: today's roll of its own classes.
type tablet struct {
	roll.Tablet
	services *services
	// dayEnds is the end of the day of the requested roll; zero before Within.
	dayEnds time.Time
}

// tabletSeenEvery is the shortest time between two records of a tablet's presence.
const tabletSeenEvery = time.Minute

// tabletOf returns the tablet of the request's pass. It returns errSignIn without a pass, and an
// UnpairedError for a pass that is no longer valid.
func (s *Visitors) tabletOf(c echo.Context) (Identity, error) {
	ctx := c.Request().Context()
	pass, carried := s.passes.Load(c.Request())
	if !carried {
		return Identity{}, errSignIn
	}
	if pass.ID == "" {
		s.tablets.TurnedAway(ctx, "", tablets.ReasonTampered)
		return Identity{}, &UnpairedError{}
	}
	found, err := s.store.Tablet(ctx, pass.ID)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return Identity{}, err
	}
	if err != nil {
		s.tablets.TurnedAway(ctx, pass.ID, tablets.ReasonUnpaired)
		return Identity{}, &UnpairedError{}
	}
	if !found.Paired(pass.Version) {
		s.tablets.TurnedAway(ctx, pass.ID, tablets.ReasonUnpaired)
		return Identity{}, &UnpairedError{Was: found.ID}
	}
	s.tablets.Saw(found.ID)
	if err := s.noteKept(c, &found); err != nil {
		return Identity{}, err
	}
	return Identity{
		Person: roll.Person{ID: roll.PersonID(found.ID), Name: found.Name, Epoch: found.Version,
			Preferences: roll.Preferences{Language: found.Language}},
		Memberships: []roll.Membership{{School: found.School, Role: roll.AtDoor}},
		Account:     "tablet " + string(found.ID), Home: s.pages.Paths.To(paths.Door), Confined: true, Classes: found.Classes,
		Mode: found.Mode, Sounds: found.Sounds, Bounds: &tablet{Tablet: found, services: &s.services},
	}, nil
}

// waitingHeader contains the number of the tablet's unsent taps, and the number of the report: its time by
// the tablet's clock, in milliseconds.
const waitingHeader = "Rollbook-Waiting"

// mostWaiting limits that number: no school has so many students in a day.
const mostWaiting = 9999

// rollsHeader contains the tablet's unsaved rolls: roll.KeptRolls, or "none".
const rollsHeader = "Rollbook-Rolls"

// faultHeader contains the fault that the tablet's page notices in itself, or "none".
const faultHeader = "Rollbook-Fault"

// noteKept stores the tablet's report of taps, rolls and its fault, if it is new.
func (s *Visitors) noteKept(c echo.Context, found *roll.Tablet) error {
	r := c.Request()
	if count, report, ok := waitingOf(r); ok {
		if err := s.store.NoteTapsWaiting(r.Context(), found.ID, count, report); err != nil {
			return err
		}
	}
	if fault, ok := roll.ParseTabletFault(r.Header.Get(faultHeader)); ok && fault != found.Fault {
		if err := s.store.NoteTabletFault(r.Context(), found.ID, fault); err != nil {
			return err
		}
	}
	if rolls, ok := roll.ParseKeptRolls(r.Header.Get(rollsHeader)); ok && rolls != found.Rolls {
		return s.store.NoteRollsKept(r.Context(), found.ID, rolls)
	}
	return nil
}

// waitingOf parses the waitingHeader of the request. It returns false for a missing or malformed one.
func waitingOf(r *http.Request) (count int, report int64, ok bool) {
	says, number, _ := strings.Cut(r.Header.Get(waitingHeader), " ")
	count, err := strconv.Atoi(says)
	report, unnumbered := strconv.ParseInt(number, 10, 64)
	return count, report, err == nil && unnumbered == nil && count >= 0 && count <= mostWaiting
}

// Admit records that the tablet was seen, even by an automatic request: it may stay untouched for hours.
// tabletOf has checked the pairing.
func (t *tablet) Admit(ctx context.Context, now time.Time, _ bool) *EndedError {
	if now.Sub(t.SeenAt) >= tabletSeenEvery {
		// A failure here does not matter: the next use is recorded again.
		t.SeenAt = now
		_ = t.services.store.NoteTabletSeen(ctx, t.ID, now)
	}
	return nil
}

// Within restricts the form to today's roll of one of the tablet's classes, in the class's period. A tablet
// with one class need not name it. Any other roll sends an open page back to the door.
func (t *tablet) Within(v *Visit, form url.Values) error {
	now := t.services.clock()
	today := v.School.Today(now)
	own := make(map[string]string)
	if v.Request().Method == http.MethodGet {
		// A press on yesterday's page comes back with its ticks.
		own["date"] = string(today)
	}
	if len(t.Classes) == 1 {
		own["class"] = string(t.Classes[0].ID)
	}
	periods, _, err := t.services.rosters.Periods(v.Ctx, v.School)
	if err != nil {
		return err
	}
	if period, err := roll.PeriodOn(periods, today); err == nil {
		// The class may be of another division.
		list, err := t.services.rosters.Listed(v.Ctx, v.School, today)
		if err != nil {
			return err
		}
		own["period"] = string(list.PeriodOf(roll.ClassID(cmp.Or(own["class"], form.Get("class"))), period.ID))
	}
	if classes := form["class"]; holdTo(form, own) != nil || len(classes) > 1 || !t.Has(roll.ClassID(form.Get("class"))) {
		return &AstrayError{}
	}
	t.dayEnds = today.End(v.School.Zone)
	return nil
}

// Holds checks whether the tablet still shows the same classes, and whether it is still the same day. Its
// epoch and role show whether it was unpaired. A page without a class has no day.
func (t *tablet) Holds(standing roll.Standing, now time.Time) bool {
	return standing.Edition == t.Edition && (t.dayEnds.IsZero() || now.Before(t.dayEnds))
}

// MaySave returns false: the person in front of the tablet is unknown.
func (*tablet) MaySave() bool { return false }

// MayTake returns false: a link is for people.
func (*tablet) MayTake(roll.CoverLink) bool { return false }

// Prefer refuses, because a tablet is shared.
func (*tablet) Prefer(context.Context, roll.Preferences) error {
	return roll.Problem(roll.Forbidden, "problem.what.denied")
}
