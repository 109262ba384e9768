// Package absences keeps the absences that a school's office knows before the roll, and the movements of
// students during the day. The details are for the office alone: the database has them sealed.
package absences

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Details are for the office alone.
type Details struct {
	// Reason is one of the school's reasons, or a text. ToldBy is the person who told of the absence.
	Reason string `json:"reason,omitempty"`
	ToldBy string `json:"toldBy,omitempty"`
	// Unauthorised is true for a reason that does not authorise an absence.
	Unauthorised bool `json:"unauthorised,omitempty"`
}

// Absences keeps known absences and movements. It is safe for concurrent use.
type Absences struct {
	store *store.Store
	vault *vault.Vault
	hub   *live.Hub
	clock func() time.Time
}

// New makes an Absences that seals details with the vault.
func New(store *store.Store, vault *vault.Vault, hub *live.Hub, clock func() time.Time) *Absences {
	return &Absences{store: store, vault: vault, hub: hub, clock: clock}
}

// Detailed is an absence with its details.
type Detailed struct {
	roll.KnownAbsence
	Details
}

// Keep stores absences, all or none. An open roll shows them at once.
func (a *Absences) Keep(ctx context.Context, school roll.School, all []roll.KnownAbsence) error {
	if err := a.store.AddKnown(ctx, all); err != nil {
		return err
	}
	a.changed(school, school.Today(a.clock()))
	return nil
}

// Sealed returns absences of the school that are ready to store. It returns an error of kind roll.Meaningless for dates
// or texts that the person can correct. It accepts past dates.
func (a *Absences) Sealed(school roll.School, detailed []Detailed) ([]roll.KnownAbsence, error) {
	all := make([]roll.KnownAbsence, len(detailed))
	for i, one := range detailed {
		if err := one.Validate(); err != nil {
			return nil, err
		}
		sealed, err := a.Seal(school.ID, one.Details)
		if err != nil {
			return nil, err
		}
		all[i] = one.KnownAbsence
		all[i].School, all[i].Generation, all[i].Sealed = school.ID, school.Generation, sealed
	}
	return all, nil
}

// Seal seals details. It returns roll.Meaningless for texts that the person can correct.
func (a *Absences) Seal(school roll.SchoolID, details Details) ([]byte, error) {
	for _, text := range []string{details.Reason, details.ToldBy} {
		if utf8.RuneCountInString(text) > roll.KnownDetail || strings.ContainsAny(text, "\r\n") {
			return nil, roll.Problem(roll.Meaningless, "known.problem.detail", "Limit", roll.KnownDetail)
		}
	}
	text, err := json.Marshal(details)
	if err != nil {
		return nil, fmt.Errorf("write the details of an absence: %w", err)
	}
	return a.vault.Seal(school, string(text)), nil
}

// Details opens the details of an absence.
func (a *Absences) Details(known roll.KnownAbsence) (Details, error) {
	return a.open(known.School, known.Sealed)
}

// Reason opens the reason of a movement.
func (a *Absences) Reason(m roll.Movement) (string, error) {
	details, err := a.open(m.School, m.Sealed)
	return details.Reason, err
}

func (a *Absences) open(school roll.SchoolID, sealed []byte) (details Details, err error) {
	text, err := a.vault.Open(school, sealed)
	if err != nil {
		return details, fmt.Errorf("open the details of an absence: %w", err)
	}
	if err := json.Unmarshal([]byte(text.Reveal()), &details); err != nil {
		return details, fmt.Errorf("read the details of an absence: %w", err)
	}
	return details, nil
}

// End takes an absence back. Marks stay as they are.
func (a *Absences) End(ctx context.Context, school roll.School, id roll.KnownID, by roll.Actor) error {
	if err := a.store.EndKnown(ctx, school.ID, id, by); err != nil {
		return err
	}
	a.changed(school, school.Today(a.clock()))
	return nil
}

// KeepMovement stores a movement without a mark. A repeated press stores it once.
func (a *Absences) KeepMovement(ctx context.Context, school roll.School, m roll.Movement) error {
	if err := a.store.AddMovement(ctx, m); err != nil {
		return err
	}
	a.changed(school, m.Date)
	return nil
}

// EndMovement removes a movement of the date without a save that clears its time in the school system.
func (a *Absences) EndMovement(ctx context.Context, school roll.School, date roll.Date, id roll.Token,
	by roll.Actor) error {
	if err := a.store.EndMovement(ctx, school.ID, id, by); err != nil {
		return err
	}
	a.changed(school, date)
	return nil
}

// changed refreshes the open rolls of the date.
func (a *Absences) changed(school roll.School, date roll.Date) {
	a.hub.Changed(live.DayOf(school.ID, date))
}
