package sender

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// TestMain runs the model 20 times on SQLite, less often with the race detector, which makes each step ten
// times slower, and in short tests; -rapid.checks overrides the number.
func TestMain(m *testing.M) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "rapid.checks" })
	checks := "20"
	switch {
	case raceDetector:
		checks = "15"
	case testing.Short():
		// A short run makes a fifth of these.
		checks = "50"
		fmt.Fprintln(os.Stderr, "short: 10 runs of the model instead of 20")
	}
	if !said {
		if err := flag.Set("rapid.checks", checks); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}
