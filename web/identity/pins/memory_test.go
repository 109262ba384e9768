package pins_test

import (
	"cmp"
	"context"
	"slices"
	"time"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// HashShort and Verify take no time, and count.
func (s *school) HashShort(_ context.Context, secret string) (string, error) {
	return "hash of " + secret, nil
}

func (s *school) Verify(_ context.Context, secret, hash string, _ auth.Lane) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compared++
	return hash == "hash of "+secret, nil
}

// Check accepts one password.
func (s *school) Check(_ context.Context, _, password string, _ auth.From) (roll.Person, error) {
	if password != "hers" {
		return roll.Person{}, auth.ErrWrong
	}
	return roll.Person{}, nil
}

func (s *school) SetPIN(_ context.Context, person roll.PersonID, hash string, _ time.Time) error {
	s.hashes[person] = hash
	return nil
}

func (s *school) RenewPIN(_ context.Context, person roll.PersonID, before, after string) error {
	if s.hashes[person] == before {
		s.hashes[person] = after
	}
	return nil
}

func (s *school) RemovePIN(_ context.Context, person roll.PersonID) (bool, error) {
	_, had := s.hashes[person]
	delete(s.hashes, person)
	return had, nil
}

func (s *school) PINSetAt(context.Context, roll.PersonID) (time.Time, error) { return s.now, nil }

func (s *school) PIN(_ context.Context, school roll.SchoolID, person roll.PersonID) (roll.PINHolder, string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hash, ok := s.hashes[person]
	if !ok || school != "north" {
		return roll.PINHolder{}, "", roll.Problem(roll.NotFound, "")
	}
	return s.people[person], hash, nil
}

func (s *school) PINHolders(_ context.Context, school roll.SchoolID) ([]roll.PINHolder, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var holders []roll.PINHolder
	for person := range s.hashes {
		if school == "north" {
			holders = append(holders, s.people[person])
		}
	}
	slices.SortFunc(holders, func(a, b roll.PINHolder) int { return cmp.Compare(a.Person, b.Person) })
	return holders, nil
}

func (s *school) LockedPINs(_ context.Context, limits map[string]int) (locks []roll.PINLock, err error) {
	for counter, tries := range s.tries {
		if person, known := s.people[counter.Person]; known && limits[counter.Place] > 0 && tries.Count >= limits[counter.Place] {
			locks = append(locks, roll.PINLock{Person: person.Person, Name: person.Name, At: tries.Last})
		}
	}
	return locks, nil
}

func (s *school) LiftPINs(_ context.Context, person roll.PersonID, places ...string) error {
	for _, place := range places {
		delete(s.tries, roll.Counter{Place: place, Person: person})
	}
	return nil
}

func (s *school) ChangeTries(_ context.Context, counters []roll.Counter, change func([]roll.Tries) []roll.Tries) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := make([]roll.Tries, len(counters))
	for i, counter := range counters {
		before[i] = s.tries[counter]
	}
	for i, after := range change(slices.Clone(before)) {
		s.tries[counters[i]] = after
	}
	return nil
}
