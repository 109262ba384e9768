package sender

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// TestMain runs fewer steps of the model where the race detector makes each of them
// ten times as dear; -rapid.checks says how many runs otherwise.
func TestMain(m *testing.M) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "rapid.checks" })
	if raceDetector && !said {
		if err := flag.Set("rapid.checks", "15"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}
