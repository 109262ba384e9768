package apiclient

import "context"

// Status is an attendance status.
type Status struct {
	// ID is what a save sends (attStatus.id).
	ID int64
	// Name is what a save's answer says; empty when the list does not tell.
	Name string
}

type statusesReading struct {
	listReading
	id, status *selector
}

func (c *compiler) statuses(call StatusesCall) statusesReading {
	return statusesReading{
		listReading: c.call("statuses", call.Call, []string{placeholderPeriod}, nil),
		id:          c.neededPath("statuses.fields.id", call.Fields.ID),
		status:      c.path("statuses.fields.name", call.Fields.Name),
	}
}

func (r statusesReading) item(i *item) Status {
	return Status{ID: neededField(i, r.id, idOf), Name: optionalField(i, r.status, textOf)}
}

// Statuses lists the attendance statuses; the period is used only where the mapping's path names it.
// Where the service has no such call it returns [ErrNotMapped].
func (r *Reader) Statuses(ctx context.Context, periodID string) (List[Status], error) {
	reading := r.mapping.statuses
	if reading == nil {
		return List[Status]{}, ErrNotMapped
	}
	pages, err := r.client.readPages(ctx, reading.listReading, placeholders{period: periodID})
	if err != nil {
		return List[Status]{}, err
	}
	return assemble(pages, reading.item, func(s Status) int64 { return s.ID }), nil
}
