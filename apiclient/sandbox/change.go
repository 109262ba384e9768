package sandbox

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// change is one change of a school, and one line of the data file. One of the fields from Added on is set. All changes
// in their order make the state of the service. A new key or webhook gets the next id.
type change struct {
	School string `json:",omitempty"`
	At     time.Time

	Added      *addedSchool `json:",omitempty"`
	Period     int          `json:",omitempty"` // see generator.describe
	Enrolled   *enrolment   `json:",omitempty"`
	Marked     *marked      `json:",omitempty"`
	Key        *addedKey    `json:",omitempty"`
	KeyUsed    int64        `json:",omitempty"`
	KeyRevoked int64        `json:",omitempty"`
	Webhook    *addedHook   `json:",omitempty"`
	Unhooked   int64        `json:",omitempty"`
	Delivery   *Delivery    `json:",omitempty"`
}

// addedSchool is a new school with sample data.
type addedSchool struct {
	School
	Shape string
	Year  int // its first
}

// marked is one status for some enrolments on a date. Of the last three nil changes nothing, and null removes.
type marked struct {
	Enrolments []int64
	Date       string
	Status     int64
	Comments   json.RawMessage `json:",omitempty"`
	In         json.RawMessage `json:",omitempty"`
	Out        json.RawMessage `json:",omitempty"`
}

// addedKey is a new key. Its hash is a SHA-256: the values are random, so a slow hash would add nothing.
type addedKey struct{ Name, Hash, Masked string }

// addedHook is a new address for webhooks.
type addedHook struct{ URL, Secret string }

// keptDeliveries limits the deliveries that a school has. The oldest are forgotten.
const keptDeliveries = 1000

// state is the schools by their changes, and the keys of all by their hashes.
type state struct {
	schools  []*school
	keys     map[string]*APIKey
	webhooks int64 // that were ever added
}

func (s *state) school(code string) *school {
	at := slices.IndexFunc(s.schools, func(one *school) bool { return one.Code == code })
	if at < 0 {
		return nil
	}
	return s.schools[at]
}

func (s *state) apply(c change) error {
	if c.Added != nil {
		made, err := shapeOf(c.Added.Shape)
		if err != nil {
			return err
		}
		sample := newGenerator(int64(len(s.schools)+1), made, c.Added.Year)
		s.schools = append(s.schools, newSchool(c.Added.School, sample))
		return nil
	}
	if at := s.school(c.School); at != nil {
		s.applyTo(at, c)
	}
	return nil
}

func (s *state) applyTo(at *school, c change) {
	switch {
	case c.Period != 0:
		period := at.sample.describe(c.Period)
		at.periods = append(at.periods, period)
		slices.SortFunc(at.periods, func(a, b SchoolPeriod) int { return cmp.Compare(a.ID, b.ID) })
		for _, one := range at.sample.enrolled(c.Period) {
			at.enrolments = append(at.enrolments, enrolment{one, period.ID})
		}
		at.sort()
	case c.Enrolled != nil:
		at.enrolments = append(at.enrolments, *c.Enrolled)
		at.sort()
		at.sample.nextStudent++
		at.sample.nextEnrolment++
	case c.Marked != nil:
		at.mark(*c.Marked)
	case c.Key != nil:
		key := &APIKey{ID: int64(len(s.keys) + 1), Name: c.Key.Name, Masked: c.Key.Masked, Created: c.At, owner: at.School}
		s.keys[c.Key.Hash] = key
		at.keys = append(at.keys, key)
	case c.KeyUsed != 0 || c.KeyRevoked != 0:
		at.changeKey(c)
	case c.Webhook != nil:
		s.webhooks++
		added := Webhook{ID: s.webhooks, URL: c.Webhook.URL, Created: c.At, secret: c.Webhook.Secret}
		at.webhooks = append(at.webhooks, added)
	case c.Unhooked != 0:
		at.webhooks = slices.DeleteFunc(at.webhooks, func(one Webhook) bool { return one.ID == c.Unhooked })
		at.deliveries = slices.DeleteFunc(at.deliveries, func(one *Delivery) bool { return one.Webhook == c.Unhooked })
	case c.Delivery != nil:
		at.deliver(c.Delivery)
	}
}

func (s *school) mark(m marked) {
	for _, id := range m.Enrolments {
		at := enrolmentDate{id, m.Date}
		kept := s.marks[at]
		student, _ := s.enrolment(id)
		kept.EnrolmentID, kept.StudentID, kept.Date = id, student.StudentID, m.Date
		kept.StatusID, kept.Status = m.Status, s.status(m.Status)
		replace(&kept.Comments, m.Comments)
		replace(&kept.CheckIn, m.In)
		replace(&kept.CheckOut, m.Out)
		s.marks[at] = kept
	}
}

func replace(kept *json.RawMessage, by json.RawMessage) {
	if by != nil {
		*kept = by
	}
}

func (s *school) changeKey(c change) {
	for _, key := range s.keys {
		switch {
		case key.ID == c.KeyUsed:
			key.LastUsed = &c.At
		case key.ID == c.KeyRevoked && key.Revoked == nil:
			key.Revoked = &c.At
		}
	}
}

// deliver stores a new delivery, or the result of a known one.
func (s *school) deliver(changed *Delivery) {
	at := slices.IndexFunc(s.deliveries, func(one *Delivery) bool { return one.Message == changed.Message })
	if at >= 0 {
		s.deliveries[at] = changed
		return
	}
	if _, err := s.secret(changed.Webhook); err == nil {
		s.deliveries = append(s.deliveries, changed)
		s.deliveries = s.deliveries[max(0, len(s.deliveries)-keptDeliveries):]
	}
}
