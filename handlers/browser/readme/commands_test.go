package readme_test

import (
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// check tries a command of README or CONTRIBUTING.
type check func(t *testing.T, command string)

// checks are the kinds of commands by their beginning, the longest first. Commands that could damage a
// person's machine are checked by their parts: docker, apt-get, commands that run these tests, and commands
// that write into the repository.
func checks(b *bench) []struct {
	begins string
	check  check
} {
	return []struct {
		begins string
		check  check
	}{
		{`"`, func(*testing.T, string) {}}, // an entry of a catalogue, no command
		{"go run . demo", b.demonstrates},
		{"go run .ci/test.go", runsNarrowed},
		{"go build ", b.builds},
		{"go test", hasWhatItRuns},
		{"PICTURES=", hasWhatItRuns},
		{"README=", hasWhatItRuns},
		{"go tool -modfile=.ci/tools.mod templ generate", generates},
		{"PREVIOUS=", hasWhatItRuns},
		{".ci/previous", namesACommit},
		{".ci/", isScript},
		{"docker build ", hasItsArguments},
		{"sudo apt-get install ", isWhatCIInstalls},
		{"openssl rand -base64 32", isMasterKey},
		{"export ", b.exports},
		{"./rollbook serve", b.serves},
		{"./rollbook ", b.runs},
		{"rollbook ", b.explains},
	}
}

// Every command in README or CONTRIBUTING is one that the tests can check.
func TestEveryCommandThatPeopleReadWorks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: commands are not run")
		return
	}
	b := newBench(t)
	for _, paper := range papers() {
		text := content(t, paper)
		for _, command := range append(commandsOf(text), spansOf(text)...) {
			known := slices.IndexFunc(checks(b), func(one struct {
				begins string
				check  check
			}) bool {
				return strings.HasPrefix(command, one.begins)
			})
			if known < 0 {
				t.Errorf("%s has %q, which no test knows", paper, command)
				continue
			}
			checks(b)[known].check(t, command)
		}
	}
}

// namesACommit checks a file that is no command: it has the whole name of a commit.
func namesACommit(t *testing.T, file string) {
	t.Helper()
	if text := content(t, file); !regexp.MustCompile(`^[0-9a-f]{40}\n$`).MatchString(text) {
		t.Errorf("%s says %q", file, text)
	}
}

// runsNarrowed runs the command for one small package.
func runsNarrowed(t *testing.T, command string) {
	t.Helper()
	narrowed := exec.CommandContext(t.Context(), "go", append(strings.Fields(command)[1:], "./web/paths")...)
	narrowed.Dir = root
	if said, err := narrowed.CombinedOutput(); err != nil || !regexp.MustCompile(`(?m)^\d+ passed, 0 failed, 0 skipped$`).Match(said) {
		t.Errorf("%s ./web/paths ends with %v: %s", command, err, said)
	}
}

// hasWhatItRuns checks that the packages of a "go test" have the tests it names, and that its flags exist.
func hasWhatItRuns(t *testing.T, command string) {
	t.Helper()
	arguments := words(command)
	arguments = arguments[slices.Index(arguments, "test")+1:]
	names := testsIn(t, arguments)
	for i, argument := range arguments {
		flag, _, _ := strings.Cut(argument, "=")
		switch flag {
		case "-run", "-bench":
			if arguments[i+1] == "^$" {
				continue
			}
			if flag == "-bench" && !strings.Contains(content(t, filepath.Join(".ci", "run")), "-bench '"+arguments[i+1]+"' -benchtime 1x") {
				t.Errorf("%s: .ci/run does not run these benchmarks", command)
			}
			for pattern := range strings.SplitSeq(arguments[i+1], "|") {
				if !slices.ContainsFunc(names, regexp.MustCompile(pattern).MatchString) {
					t.Errorf("%s: no test is named %s", command, pattern)
				}
			}
		case "-short", "-v", "-benchtime":
		case "-rapid.checks":
			if !strings.Contains(content(t, "go.mod"), "pgregory.net/rapid ") {
				t.Errorf("%s: nothing knows %s", command, flag)
			}
		default:
			if strings.HasPrefix(flag, "-") {
				t.Errorf("%s: no test knows %s", command, flag)
			}
		}
	}
}

// testsIn returns the names of tests and benchmarks in the packages among the arguments.
func testsIn(t *testing.T, arguments []string) []string {
	t.Helper()
	var names []string
	for _, argument := range arguments {
		if argument == "./..." || !strings.HasPrefix(argument, "./") {
			continue
		}
		read, err := build.ImportDir(filepath.Join(root, argument), 0)
		apptest.Must(t, err)
		for _, file := range slices.Concat(read.TestGoFiles, read.XTestGoFiles) {
			for _, found := range regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w*)\(`).FindAllStringSubmatch(content(t, filepath.Join(argument, file)), -1) {
				names = append(names, found[1])
			}
		}
		if len(names) == 0 {
			t.Errorf("%s has no tests", argument)
		}
	}
	return names
}

// generates compares the command with that of .ci/run, which runs it and compares its output; the rest of it
// is for people who watch.
func generates(t *testing.T, command string) {
	t.Helper()
	plain, watching, _ := strings.Cut(command, " -watch ")
	if !strings.Contains(content(t, filepath.Join(".ci", "run")), "\t"+plain+"\n") {
		t.Errorf(".ci/run does not run %q", plain)
	}
	if watching != "" && watching != `-proxy http://127.0.0.1:8080 -cmd "go run rollbook demo"` {
		t.Errorf("nobody has tried %q", watching)
	}
}

// isScript expects an executable script, and steps that bash can parse.
func isScript(t *testing.T, command string) {
	t.Helper()
	path := filepath.Join(root, strings.Fields(command)[0])
	about, err := os.Stat(path)
	apptest.Must(t, err)
	if about.Mode()&0o100 == 0 {
		t.Errorf("%s cannot be run", command)
	}
	if said, err := exec.CommandContext(t.Context(), "bash", "-n", path).CombinedOutput(); err != nil {
		t.Errorf("%s: %s", command, said)
	}
}

// hasItsArguments expects the Dockerfile to have the argument; .ci/docker-steps runs its steps.
func hasItsArguments(t *testing.T, command string) {
	t.Helper()
	for i, word := range words(command) {
		if word != "--build-arg" {
			continue
		}
		name, _, _ := strings.Cut(words(command)[i+1], "=")
		if !strings.Contains(content(t, "Dockerfile"), "ARG "+name) {
			t.Errorf("the Dockerfile takes no %s", name)
		}
	}
}

// isWhatCIInstalls expects the packages to be among those that .ci/run installs.
func isWhatCIInstalls(t *testing.T, command string) {
	t.Helper()
	steps := strings.Fields(regexp.MustCompile(`[();]`).ReplaceAllString(content(t, filepath.Join(".ci", "steps")), " "))
	for _, name := range strings.Fields(command)[3:] {
		if !slices.Contains(steps, name) {
			t.Errorf(".ci/run does not install %s", name)
		}
	}
}

// words splits a command as a shell does, without the parts that the shell would expand.
func words(command string) []string {
	var all []string
	for _, found := range regexp.MustCompile(`(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+`).FindAllString(command, -1) {
		all = append(all, strings.NewReplacer("'", "", `"`, "").Replace(found))
	}
	return all
}
