package connection

import (
	"context"
	"fmt"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

// Periods reads the school's periods (service document, section 4.2).
func (c *Connections) Periods(ctx context.Context, school roll.School) ([]roll.Period, error) {
	to, err := c.to(ctx, school)
	if err != nil {
		return nil, err
	}
	list, err := to.reader.Periods(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the periods of school %s: %w", school.ID, err)
	}
	periods := make([]roll.Period, len(list.Items))
	for i, item := range list.Items {
		periods[i] = roll.Period{ID: roll.PeriodID(item.ID), Name: item.Name, Starts: date(item.From), Ends: date(item.To)}
	}
	return periods, nil
}

// date is the text as a date, or none where it is not one.
func date(text string) roll.Date {
	day, err := roll.ParseDate(text)
	if err != nil {
		return ""
	}
	return day
}

// Statuses reads the school's attendance statuses; only ids and names are known.
func (c *Connections) Statuses(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Status, error) {
	to, err := c.to(ctx, school)
	if err != nil {
		return nil, err
	}
	list, err := to.reader.Statuses(ctx, string(period))
	if err != nil {
		return nil, fmt.Errorf("read the statuses of school %s: %w", school.ID, err)
	}
	statuses := make([]roll.Status, len(list.Items))
	for i, item := range list.Items {
		statuses[i] = roll.Status{ID: roll.StatusID(item.ID), Name: item.Name}
		if item.Name == "" {
			statuses[i].Name = statuses[i].ID.String()
		}
	}
	return statuses, nil
}

// Students reads the students of a period, by class where the school's mapping
// says so.
func (c *Connections) Students(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Enrolment, error) {
	to, err := c.to(ctx, school)
	if err != nil {
		return nil, err
	}
	if to.reader.StudentsBy() != apiclient.ByClass {
		list, err := to.reader.Students(ctx, string(period), "")
		if err != nil {
			return nil, fmt.Errorf("read the students of school %s: %w", school.ID, err)
		}
		return enrolments(list.Items, nil), nil
	}
	classes, err := to.reader.Classes(ctx, string(period))
	if err != nil {
		return nil, fmt.Errorf("read the classes of school %s: %w", school.ID, err)
	}
	names := make(map[string]string, len(classes.Items))
	var all []roll.Enrolment
	for _, class := range classes.Items {
		names[class.ID] = class.Name
		list, err := to.reader.Students(ctx, string(period), class.ID)
		if err != nil {
			return nil, fmt.Errorf("read a class of school %s: %w", school.ID, err)
		}
		all = append(all, enrolments(list.Items, names)...)
	}
	return all, nil
}

func enrolments(items []apiclient.Enrolment, classNames map[string]string) []roll.Enrolment {
	students := make([]roll.Enrolment, len(items))
	for i, item := range items {
		student := roll.Enrolment{
			ID: roll.EnrolmentID(item.ID), Student: roll.StudentID(item.StudentID),
			Given: item.GivenName, Family: item.FamilyName,
			Class: roll.ClassID(item.ClassID), ClassName: item.ClassName,
		}
		if student.Given == "" && student.Family == "" {
			student.Given = item.FullName
		}
		if item.KnownAs != "" && student.Family != "" {
			student.Given = item.KnownAs
		}
		if student.ClassName == "" {
			student.ClassName = classNames[item.ClassID]
		}
		if student.Class == "" {
			student.Class = roll.ClassID(student.ClassName)
		}
		students[i] = student
	}
	return students
}

// CanRead tells whether the school's mapping has a call that reads a day.
func (c *Connections) CanRead(ctx context.Context, school roll.School) (bool, error) {
	if school.Mapping == "" {
		return false, nil
	}
	to, err := c.to(ctx, school)
	if err != nil {
		return false, err
	}
	return to.reader.CanReadDays(), nil
}

// ReadDay reads what is recorded on a date.
func (c *Connections) ReadDay(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) ([]roll.DayMark, error) {
	to, err := c.to(ctx, school)
	if err != nil {
		return nil, err
	}
	list, err := to.reader.DailyAttendance(ctx, string(period), "", date.String())
	if err != nil {
		return nil, fmt.Errorf("read a day of school %s: %w", school.ID, err)
	}
	marks := make([]roll.DayMark, len(list.Items))
	for i, item := range list.Items {
		marks[i] = roll.DayMark{Enrolment: roll.EnrolmentID(item.EnrolmentID), Student: roll.StudentID(item.StudentID), Status: item.Status}
	}
	return marks, nil
}

// Probe makes the call that every school's service documents and that changes
// nothing; nil when the service answers it.
func (c *Connections) Probe(ctx context.Context, school roll.School) error {
	_, err := c.Periods(ctx, school)
	return err
}
