package visit_test

import (
	"errors"
	"testing"

	"rollbook/handlers/visit"
)

func TestTheFirstFailedReadingOfAPageIsKept(t *testing.T) {
	t.Parallel()
	v, first := &visit.Visit{}, errors.New("first")
	if got := visit.Checked(7, nil)(v); got != 7 || v.Failed() != nil {
		t.Errorf("read %d, %v", got, v.Failed())
	}
	if got := visit.Checked("", first)(v); got != "" || !errors.Is(v.Failed(), first) {
		t.Errorf("read %q, %v", got, v.Failed())
	}
	if visit.Checked(0, errors.New("second"))(v); !errors.Is(v.Failed(), first) {
		t.Errorf("kept %v", v.Failed())
	}
}
