package office

import (
	"slices"
	"testing"

	"rollbook/views/office"
)

func TestThePageSaysThatAnAnswerIsCut(t *testing.T) {
	t.Parallel()
	got := remarksOf(`{"comments":"a long","checkIn":"08:45","shortened":["comments"],"leftOut":["checkOut"]}`)
	want := []office.Remark{
		{Key: "history.remark.check_in", Value: "08:45"},
		{Key: "history.remark.check_out", LeftOut: true},
		{Key: "history.remark.comments", Value: "a long", Shortened: true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("it says %+v", got)
	}
}
