package apiclient

import (
	"context"
	"fmt"
)

// Enrolment is a student in a school period, as far as the service tells.
type Enrolment struct {
	// ID is what a save sends (studentSemesterInfoIds).
	ID int64
	// StudentID is what a save's answer names; 0 when unknown.
	StudentID int64
	// The names are as the service writes them, each empty when unknown.
	GivenName, FamilyName, FullName, KnownAs string
	ClassID, ClassName                       string
	// Photo is an address or whatever else the service gives; nothing here fetches it.
	Photo string
}

type studentsReading struct {
	listReading
	by                                    Scope
	enrolment, student                    *selector
	givenName, familyName, fullName, also *selector
	classID, className, photo             *selector
}

func (c *compiler) students(call StudentsCall) studentsReading {
	f := call.Fields
	allowed, needed := []string{placeholderPeriod}, []string(nil)
	switch call.By {
	case ByPeriod:
	case ByClass:
		allowed, needed = append(allowed, placeholderClass), []string{placeholderClass}
	default:
		c.fail("students.by", fmt.Errorf("%q is neither %q nor %q", call.By, ByPeriod, ByClass))
	}
	return studentsReading{
		listReading: c.call("students", call.Call, allowed, needed),
		by:          call.By,
		enrolment:   c.neededPath("students.fields.enrolmentId", f.EnrolmentID),
		student:     c.path("students.fields.studentId", f.StudentID),
		givenName:   c.path("students.fields.givenName", f.GivenName),
		familyName:  c.path("students.fields.familyName", f.FamilyName),
		fullName:    c.path("students.fields.fullName", f.FullName),
		also:        c.path("students.fields.knownAs", f.KnownAs),
		classID:     c.path("students.fields.classId", f.ClassID),
		className:   c.path("students.fields.className", f.ClassName),
		photo:       c.path("students.fields.photo", f.Photo),
	}
}

func (r studentsReading) item(i *item) Enrolment {
	return Enrolment{
		ID:         neededField(i, r.enrolment, idOf),
		StudentID:  optionalField(i, r.student, idOf),
		GivenName:  optionalField(i, r.givenName, textOf),
		FamilyName: optionalField(i, r.familyName, textOf),
		FullName:   optionalField(i, r.fullName, textOf),
		KnownAs:    optionalField(i, r.also, textOf),
		ClassID:    optionalField(i, r.classID, keyOf),
		ClassName:  optionalField(i, r.className, textOf),
		Photo:      optionalField(i, r.photo, textOf),
	}
}

// enrolmentPlace is what makes two items the same one.
type enrolmentPlace struct {
	enrolment          int64
	classID, className string
}

func (e Enrolment) place() enrolmentPlace { return enrolmentPlace{e.ID, e.ClassID, e.ClassName} }

// StudentsBy tells whether [Reader.Students] needs a class.
func (r *Reader) StudentsBy() Scope {
	if r.mapping.students == nil {
		return ByPeriod
	}
	return r.mapping.students.by
}

// Students lists the enrolments of a period; where students are listed by class, those of the class.
// Enrolments without a class of their own in the answer are then given the id of the one asked for.
//
// An enrolment that repeats is listed once. One that is named for two classes is listed for each. Where
// the service has no such call it returns [ErrNotMapped].
func (r *Reader) Students(ctx context.Context, periodID, classID string) (List[Enrolment], error) {
	reading := r.mapping.students
	if reading == nil {
		return List[Enrolment]{}, ErrNotMapped
	}
	pages, err := r.client.readPages(ctx, reading.listReading, placeholders{period: periodID, class: classID})
	if err != nil {
		return List[Enrolment]{}, err
	}
	list := assemble(pages, reading.item, Enrolment.place)
	for i := range list.Items {
		if reading.by == ByClass && list.Items[i].ClassID == "" {
			list.Items[i].ClassID = classID
		}
	}
	return list, nil
}
