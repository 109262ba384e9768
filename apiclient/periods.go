package apiclient

import "context"

// Period is a school period: a school year or term.
type Period struct {
	// ID is only handed back to the service.
	ID   string
	Name string
	// From and To are dates YYYY-MM-DD, empty when unknown.
	From, To string
	// Current tells that the service calls this the current one.
	Current bool
}

type periodsReading struct {
	listReading
	id, period, from, to, current *selector
}

func (c *compiler) periods(call PeriodsCall) periodsReading {
	f := call.Fields
	return periodsReading{
		listReading: c.call("periods", call.Call, nil, nil),
		id:          c.neededPath("periods.fields.id", f.ID),
		period:      c.path("periods.fields.name", f.Name),
		from:        c.path("periods.fields.from", f.From),
		to:          c.path("periods.fields.to", f.To),
		current:     c.path("periods.fields.current", f.Current),
	}
}

func (r periodsReading) item(i *item) Period {
	return Period{
		ID:      neededField(i, r.id, keyOf),
		Name:    optionalField(i, r.period, textOf),
		From:    optionalField(i, r.from, dateOf),
		To:      optionalField(i, r.to, dateOf),
		Current: optionalField(i, r.current, flagOf),
	}
}

// Periods lists the school periods (service document, section 4.2).
func (r *Reader) Periods(ctx context.Context) (List[Period], error) {
	reading := r.mapping.periods
	pages, err := r.client.readPages(ctx, reading.listReading, placeholders{})
	if err != nil {
		return List[Period]{}, err
	}
	return assemble(pages, reading.item, func(p Period) string { return p.ID }), nil
}
