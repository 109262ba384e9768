package services

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
)

// list reads one of the school's lists with the school's client, and reports the call to the watcher.
func (c *Services) list(ctx context.Context, school roll.School, call mapping.Call,
	at mapping.Place) (list mapping.List, err error) {
	to, err := c.to(ctx, school)
	if err != nil {
		return list, err
	}
	began := time.Now()
	if call == mapping.Students {
		list, err = to.reader.Students(ctx, at)
	} else {
		list, err = to.reader.Read(ctx, call, at)
	}
	if err == nil {
		err = list.Doubtful()
	}
	if err == nil {
		c.report(school.ID, string(call), "", began)
		return list, nil
	}
	c.report(school.ID, string(call), Problem(err), began)
	return mapping.List{}, fmt.Errorf("read %s of school %s: %w", call, school.ID, err)
}

// Periods reads the school's periods (service document, section 4.2).
func (c *Services) Periods(ctx context.Context, school roll.School) ([]roll.Period, error) {
	list, err := c.list(ctx, school, mapping.Periods, mapping.Place{})
	if err != nil {
		return nil, err
	}
	return PeriodsOf(list.Items, school.Today(c.clock())), nil
}

// PeriodsOf returns the periods of a list. Without dates a roll opens the last of them, so the one that the list calls
// the present one comes last.
func PeriodsOf(items []mapping.Item, today roll.Date) []roll.Period {
	if at := mapping.UndatedNow(items, today.String()); at >= 0 {
		items = append(slices.Delete(slices.Clone(items), at, at+1), items[at])
	}
	return each(items, func(item mapping.Item) roll.Period {
		return roll.Period{
			ID: roll.PeriodID(item.Text(mapping.ID)), Name: mapping.PeriodName(item),
			Starts: date(item.Text(mapping.From)), Ends: date(item.Text(mapping.To)),
		}
	})
}

// each returns the meaning of each item.
func each[T any](items []mapping.Item, meaning func(item mapping.Item) T) []T {
	all := make([]T, len(items))
	for i, item := range items {
		all[i] = meaning(item)
	}
	return all
}

// date returns the text as a date, or "" when it is not one.
func date(text string) roll.Date {
	day, err := roll.ParseDate(text)
	if err != nil {
		return ""
	}
	return day
}

// Statuses reads the school's attendance statuses. Only ids and names are known.
func (c *Services) Statuses(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Status, error) {
	list, err := c.list(ctx, school, mapping.Statuses, mapping.Place{Period: string(period)})
	return each(list.Items, func(item mapping.Item) roll.Status {
		id := roll.StatusID(item.Number(mapping.ID))
		return roll.Status{ID: id, Name: cmp.Or(item.Text(mapping.Name), id.String())}
	}), err
}

// Students reads the students of a period, class by class if the school's mapping requires it. It marks a student as
// Left if the list says that she has left, or is no student, and no person has decided about that.
func (c *Services) Students(ctx context.Context, school roll.School,
	period roll.PeriodID) (read roll.StudentList, err error) {
	today := school.Today(c.clock()).String()
	list, err := c.list(ctx, school, mapping.Students, mapping.Place{Period: string(period), Date: today})
	if err != nil {
		return read, err
	}
	read = roll.StudentList{
		Students: each(list.Items, EnrolmentOf), LeftOver: list.Unreadable + list.Duplicates,
	}
	for _, item := range list.Unnumbered {
		if mapping.FullNameOf(item) != "" {
			read.Unnumbered = append(read.Unnumbered, EnrolmentOf(item))
		}
	}
	mapped, err := proof.MappingOf(school)
	reading := mapped.Of(mapping.Students)
	for _, leaving := range discovery.Leavings(mapping.Students, list.Kept, reading.Keep, today, school.Code) {
		// In a short list a number may look like a period.
		if !leaving.Stated || leaving.Rule.Field == reading.Fields[mapping.EnrolmentID] {
			continue
		}
		for at, sent := range list.Sent {
			if !mapping.Keeps([]mapping.Rule{leaving.Rule}, sent, today) {
				read.Students[at].Left = true
			}
		}
	}
	return read, err
}

// EnrolmentOf returns a student of a list as rolls name her.
func EnrolmentOf(item mapping.Item) roll.Enrolment {
	given, family, className := item.Text(mapping.GivenName), item.Text(mapping.FamilyName), item.Text(mapping.ClassName)
	if family == "" {
		given = cmp.Or(given, item.Text(mapping.FullName))
	} else {
		given = cmp.Or(item.Text(mapping.KnownAs), given)
	}
	return roll.Enrolment{
		ID: roll.EnrolmentID(item.Number(mapping.EnrolmentID)), Student: roll.StudentID(item.Number(mapping.StudentID)),
		Given: given, Family: family, Class: roll.ClassID(cmp.Or(item.Text(mapping.ClassID), className)),
		ClassName: className,
		Teachers:  mapping.TeachersOf(item),
	}
}

// CanRead reports whether the school's mapping has a call that reads a day. For a school with unchanged
// settings it does not look up the key.
func (c *Services) CanRead(ctx context.Context, school roll.School) (bool, error) {
	if school.Mapping == "" {
		return false, nil
	}
	if known, ok := c.known(school); ok {
		return known.reader.Has(mapping.Day), nil
	}
	to, err := c.to(ctx, school)
	if err != nil {
		return false, err
	}
	return to.reader.Has(mapping.Day), nil
}

// ReadDay returns the marks of a date in the school system.
func (c *Services) ReadDay(ctx context.Context, school roll.School, period roll.PeriodID,
	date roll.Date) ([]roll.DayMark, error) {
	list, err := c.list(ctx, school, mapping.Day, mapping.Place{Period: string(period), Date: date.String()})
	return each(list.Items, func(item mapping.Item) roll.DayMark {
		return roll.DayMark{
			Enrolment: roll.EnrolmentID(item.Number(mapping.EnrolmentID)),
			Student:   roll.StudentID(item.Number(mapping.StudentID)),
			Status:    item.Text(mapping.Status),
		}
	}), err
}

// Probe makes the documented call for periods, which changes nothing. It returns nil when the service
// answers.
func (c *Services) Probe(ctx context.Context, school roll.School) error {
	_, err := c.Periods(ctx, school)
	return err
}
