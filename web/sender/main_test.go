package sender

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// TestMain runs fewer steps of the model where the race detector makes each of them
// ten times as dear, and where tests are asked to be short; -rapid.checks says how many
// runs otherwise.
func TestMain(m *testing.M) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "rapid.checks" })
	checks := ""
	switch {
	case said:
	case raceDetector:
		checks = "15"
	case testing.Short():
		// Of these a short run takes a fifth.
		checks = "50"
		fmt.Fprintln(os.Stderr, "short: 10 runs of the model instead of 100")
	}
	if checks != "" {
		if err := flag.Set("rapid.checks", checks); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}
