package document

import (
	"encoding/json"
	"testing"
)

//nolint:paralleltest // AllocsPerRun counts the allocations of the whole process.
func TestAUsualRowAndItsDateAreReadWithoutAllocation(t *testing.T) {
	refusals := NewRefusals("comments", "checkIn", "checkOut")
	row := map[string]any{
		"studentId": json.Number("900001"), "attendanceStatus": "Present", "date": "2026-03-04",
		"comments": "", "checkIn": "08:31", "checkOut": nil,
	}
	for what, read := range map[string]func(){
		"the row": func() {
			if refusals.Has(row, "Present") {
				t.Error("it is refused")
			}
		},
		"its date": func() {
			if day, err := Date(row["date"]); day != "2026-03-04" || err != nil {
				t.Errorf("the date is %q, %v", day, err)
			}
		},
	} {
		if count := testing.AllocsPerRun(100, read); count != 0 {
			t.Errorf("reading %s allocates %v times", what, count)
		}
	}
}
