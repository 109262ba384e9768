package paths_test

import (
	"testing"

	"rollbook/web/paths"
)

func TestTheStepsOfProvingAConnectionHaveAddressesOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := paths.New("")
	for want, got := range map[string]string{
		"/schools/oak/settings/connection#prove":        p.To(paths.ProofTry, "oak"),
		"/schools/oak/settings/connection?on=12#prove":  p.To(paths.ProofDone, "oak", "12"),
		"/schools/oak/settings/connection/marks":        p.To(paths.ProofMark, "oak"),
		"/schools/oak/settings/connection/marks/t/seen": p.To(paths.ProofSeen, "oak", "t"),
		"/schools/oak/settings/connection/on":           p.To(paths.ProofOn, "oak"),
		"/schools/oak/settings/connection/right":        p.To(paths.ProofRight, "oak"),
		"/schools/oak/connection/others":                p.To(paths.OtherStudents, "oak"),
		"/schools/oak/connection/others/seen":           p.To(paths.OtherStudentsSeen, "oak"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
