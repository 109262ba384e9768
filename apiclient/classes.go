package apiclient

import "context"

// Class is a class of a period.
type Class struct {
	// ID is only handed back to the service.
	ID   string
	Name string
}

type classesReading struct {
	listReading
	id, class *selector
}

func (c *compiler) classes(call ClassesCall) classesReading {
	return classesReading{
		listReading: c.call("classes", call.Call, []string{placeholderPeriod}, nil),
		id:          c.neededPath("classes.fields.id", call.Fields.ID),
		class:       c.path("classes.fields.name", call.Fields.Name),
	}
}

func (r classesReading) item(i *item) Class {
	return Class{ID: neededField(i, r.id, keyOf), Name: optionalField(i, r.class, textOf)}
}

// Classes lists the classes of a period, or returns [ErrNotMapped].
func (r *Reader) Classes(ctx context.Context, periodID string) (List[Class], error) {
	reading := r.mapping.classes
	if reading == nil {
		return List[Class]{}, ErrNotMapped
	}
	pages, err := r.client.readPages(ctx, reading.listReading, placeholders{period: periodID})
	if err != nil {
		return List[Class]{}, err
	}
	return assemble(pages, reading.item, func(c Class) string { return c.ID }), nil
}
