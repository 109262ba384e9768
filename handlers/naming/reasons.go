package naming

import (
	"context"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// OwnReasons reads a school's own reasons for absences, nil for none.
type OwnReasons interface {
	KnownReasons(ctx context.Context, school roll.SchoolID) (*roll.KnownReasons, error)
}

// AbsenceReasons returns the reasons for absences that the office may choose: the school's own, or those of the program.
func AbsenceReasons(v *visit.Visit, store OwnReasons) (roll.KnownReasons, error) {
	own, err := store.KnownReasons(v.Ctx, v.School.ID)
	if own == nil {
		return roll.NewKnownReasons(v.Words.Text("known.reasons"), v.Words.Text("known.reasons_not_authorised")), err
	}
	return *own, err
}
