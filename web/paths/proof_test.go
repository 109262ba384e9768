package paths_test

import (
	"testing"

	"rollbook/web/paths"
)

func TestTheStepsOfProvingAConnectionHaveAddressesOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := paths.New("")
	for want, got := range map[string]string{
		"/schools/oak/settings/connection#prove":        p.ProofTry("oak"),
		"/schools/oak/settings/connection?on=12#prove":  p.ProofDone("oak", "12"),
		"/schools/oak/settings/connection/marks":        p.ProofMark("oak"),
		"/schools/oak/settings/connection/marks/t/seen": p.ProofSeen("oak", "t"),
		"/schools/oak/settings/connection/on":           p.ProofOn("oak"),
		"/schools/oak/settings/connection/right":        p.ProofRight("oak"),
		"/schools/oak/connection/others":                p.OtherStudents("oak"),
		"/schools/oak/connection/others/seen":           p.OtherStudentsSeen("oak"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
