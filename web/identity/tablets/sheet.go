package tablets

import (
	"context"
	"slices"
	"time"

	"rollbook/web/roll"
)

// SheetLasts is how long the codes of a sheet are valid, while staff carry it from door to door.
const SheetLasts = 12 * time.Hour

// Sheet makes a code for each of the classes that no tablet shows: for a new tablet with the class's name, or
// for an existing tablet of only that class that was never paired. It returns the
// errors of Add.
func (t *Tablets) Sheet(ctx context.Context, by Staff, press roll.Token, mode roll.TabletMode,
	classes []roll.Class) ([]Made, error) {
	list, _, err := t.Of(ctx, by.School)
	if err != nil {
		return nil, err
	}
	var all []Made
	for _, class := range classes {
		own := press + "/" + roll.Token(class.ID)
		tablet := t.chosen(by, own,
			roll.Tablet{Name: class.Name, Mode: mode, Classes: []roll.TabletClass{{ID: class.ID, Name: class.Name}}})
		at := slices.IndexFunc(list,
			func(one roll.Tablet) bool { return one.State() != roll.TabletRevoked && one.Has(class.ID) })
		switch {
		case at < 0:
			if err := t.add(ctx, by, tablet); err != nil {
				return nil, err
			}
		case list[at].State() == roll.TabletPaired || len(list[at].Classes) > 1:
			continue
		default:
			tablet = list[at]
		}
		made, err := t.code(ctx, by, own, tablet, SheetLasts)
		if err != nil {
			return nil, err
		}
		all = append(all, made)
	}
	return all, nil
}
