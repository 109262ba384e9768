package apiclient

import (
	"errors"
	"fmt"
)

// compiled is a mapping with its paths parsed.
type compiled struct {
	periods  periodsReading
	classes  *classesReading
	students *studentsReading // nil where the service has no such call
	statuses *statusesReading
	day      *dayReading
}

// compiler collects everything that is wrong with a mapping.
type compiler struct {
	problems []error
	// many is told where a path of the call in hand selects many values.
	many *bool
}

// placeError is what is wrong at one place of a mapping.
type placeError struct {
	place string
	err   error
}

func (e *placeError) Error() string { return e.place + ": " + e.err.Error() }
func (e *placeError) Unwrap() error { return e.err }

// MappingPlaces are the places of a mapping at which something is wrong, as its file names them, such as
// students.fields.classId; none for errors of another kind.
func MappingPlaces(err error) []string {
	if at, ok := err.(*placeError); ok { //nolint:errorlint // the tree is walked here
		return []string{at.place}
	}
	switch err := err.(type) { //nolint:errorlint // the tree is walked here
	case interface{ Unwrap() []error }:
		var places []string
		for _, part := range err.Unwrap() {
			places = append(places, MappingPlaces(part)...)
		}
		return places
	case interface{ Unwrap() error }:
		return MappingPlaces(err.Unwrap())
	}
	return nil
}

func (c *compiler) fail(place string, err error) {
	if err != nil {
		c.problems = append(c.problems, &placeError{place, err})
	}
}

func (c *compiler) path(place, source string) *selector {
	compiled, err := newSelector(source)
	c.fail(place, err)
	if compiled != nil && compiled.selectsMany() {
		*c.many = true
	}
	return compiled
}

func (c *compiler) neededPath(place, source string) *selector {
	if source == "" {
		c.fail(place, errors.New("missing"))
	}
	return c.path(place, source)
}

// call compiles what all calls have in common. It comes before the paths of the call's fields.
func (c *compiler) call(place string, call Call, allowed, needed []string) listReading {
	c.many = new(bool)
	c.fail(place+".path", checkPath(call.Path, allowed, needed))
	c.fail(place+".paging", call.Paging.validate())
	return listReading{
		name:   place,
		path:   call.Path,
		list:   c.neededPath(place+".list", call.List),
		paging: call.Paging, ordered: c.many,
		cursor: c.path(place+".paging.cursor", call.Paging.Cursor),
		total:  c.path(place+".paging.total", call.Paging.Total),
	}
}

func compile(m Mapping) (compiled, error) {
	c := &compiler{}
	if m.Version != MappingVersion {
		c.fail("version", fmt.Errorf("%d is not %d", m.Version, MappingVersion))
	}
	result := compiled{periods: c.periods(m.Periods)}
	if m.Periods.Absent {
		c.fail("periods.absent", errors.New("every service has this call"))
	}
	if !m.Students.Absent {
		students := c.students(m.Students)
		result.students = &students
	}
	if !m.Statuses.Absent {
		statuses := c.statuses(m.Statuses)
		result.statuses = &statuses
	}
	if m.Classes != nil {
		classes := c.classes(*m.Classes)
		result.classes = &classes
	}
	if m.Students.By == ByClass && m.Classes == nil {
		c.fail("classes", errors.New("missing, but students are listed by class"))
	}
	if m.DailyAttendance != nil {
		day := c.day(*m.DailyAttendance)
		result.day = &day
	}
	if err := errors.Join(c.problems...); err != nil {
		return compiled{}, fmt.Errorf("%w: %w", ErrMapping, err)
	}
	return result, nil
}
