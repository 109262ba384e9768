package taking

import (
	"context"
	"io"
	"testing"

	"rollbook/views/part"
)

func BenchmarkRollPage(b *testing.B) {
	view := exampleRoll(exampleBase(b))
	b.ReportAllocs()
	for b.Loop() {
		if err := Roll(view).Render(context.Background(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSaveAnswer(b *testing.B) {
	answer := exampleAnswer(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := RollSaved(answer).Render(context.Background(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

// exampleAnswer is the answer to a press that marked all 28.
func exampleAnswer(t testing.TB) *SaveAnswer {
	view := exampleRoll(exampleBase(t))
	answer := &SaveAnswer{
		Page: view.Page, Class: view.Class, Period: view.Period, Date: view.Date,
		Save: "Aq3vJx0d9sVb2mQ1", OthersSave: "BL8wYt5rKc4nHf7g", Progress: Progress{Recorded: 28, Students: 28},
		Summary: part.Summary{Saved: []part.SavedCount{{Students: 28, Status: "Present"}}, Clock: "08:32", Change: "/schools/hillside/roll?change=1"},
	}
	for i := range view.Rows {
		cell := saved(view.Bar.Statuses[0])
		cell.Enrolment, cell.Fresh, cell.Seen = view.Rows[i].Enrolment, true, 1
		answer.Cells = append(answer.Cells, cell)
	}
	return answer
}
