package sandbox

import (
	"errors"
	"slices"
)

// addSample fills an empty data file with the two sample schools. It adds the current period to every school
// whose periods have all ended.
func (s *Sandbox) addSample() error {
	known, err := s.Schools()
	if err != nil || len(known) > 0 {
		return errors.Join(err, s.addCurrentPeriods(known))
	}
	if err := s.addSchool(harbourSchool(), shapeHarbour); err != nil {
		return err
	}
	second := tilleulsSchool()
	if err := s.addSchool(second, shapeTilleuls); err != nil {
		return err
	}
	_, err = s.addKey(second.Code, OlderKey, addedKey{Name: "Kiosk, before the new keys"})
	return err
}

// AddSchool adds a school like the first sample school, without its difficult names, for tests that need
// many: 12 classes in each of two periods, six statuses, ids of its own. CreateKey makes its keys. It returns
// KindTaken for a code that exists.
func (s *Sandbox) AddSchool(added School) error {
	if added.Name == "" || added.Tenant == "" || added.Code == "" {
		return invalid("a school has a name, a tenant and a code")
	}
	return s.addSchool(added, shapePlain)
}

// addSchool makes a school with its statuses and two periods, including the current one.
func (s *Sandbox) addSchool(added School, shapeName string) error {
	now := s.options.Now()
	return s.data.locked(func(state *state) error {
		if state.school(added.Code) != nil {
			return errorf(KindTaken, 0, "a school with the code %q exists", added.Code)
		}
		err := s.data.make(change{At: s.now(), Added: &addedSchool{added, shapeName, termOf(now, 1)}})
		if err != nil {
			return err
		}
		at := state.school(added.Code)
		current := at.sample.current(now)
		// The current period comes first, so that its enrolment ids overlap with the student ids.
		return errors.Join(
			s.make(added, change{Period: current}), s.make(added, change{Period: at.sample.other(current)}))
	})
}

func (s *Sandbox) addCurrentPeriods(known []School) error {
	for _, one := range known {
		_, err := of(s, one.Code, func(at *school) (any, error) {
			if slices.ContainsFunc(at.periods, func(period SchoolPeriod) bool { return period.EndDate >= s.today() }) {
				return nil, nil
			}
			return nil, s.make(at.School, change{Period: at.sample.current(s.options.Now())})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
