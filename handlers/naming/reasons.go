package naming

import (
	"context"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// OwnReasons reads a school's own reasons for absences, nil for none.
type OwnReasons interface {
	KnownReasons(ctx context.Context, school roll.SchoolID) (*roll.KnownReasons, error)
}

// AbsenceReasons returns the reasons for absences that the office may choose: the school's own, or those of the
// program.
func AbsenceReasons(v *visit.Visit, store OwnReasons) (roll.KnownReasons, error) {
	own, err := store.KnownReasons(v.Ctx, v.School.ID)
	if own == nil {
		return programsReasons(v.Words), err
	}
	return *own, err
}

func programsReasons(words *language.Words) roll.KnownReasons {
	return roll.NewKnownReasons(words.Text("known.reasons"), words.Text("known.reasons_not_authorised"))
}

// ReasonKeys returns names of the program's reasons that are the same in every language, in the order of their texts.
func ReasonKeys() []string {
	return []string{"illness", "medical", "religious", "interview", "funeral", "other authorised", "holiday", "family",
		"other unauthorised"}
}

// ReasonKey returns the name of a reason of the program in one of the languages, or "" for a school's own.
func ReasonKey(languages []*language.Words, reason string) string {
	keys := ReasonKeys()
	for _, words := range languages {
		if at := slices.Index(programsReasons(words).All(), reason); at >= 0 && at < len(keys) {
			return keys[at]
		}
	}
	return ""
}
