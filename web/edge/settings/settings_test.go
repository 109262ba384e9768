package settings

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the program, and help its page about running it.
const (
	root = "../../../"
	help = root + "web/language/help/running.en.txt"
)

// documents lists the files that operators read or copy.
func documents(t *testing.T) []string {
	t.Helper()
	files := []string{root + "README.md", root + ".github/CONTRIBUTING.md", root + "Dockerfile", help}
	deployed, err := filepath.Glob(root + "web/deploy/*")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(append(files, deployed...), func(name string) bool { return strings.HasSuffix(name, ".go") })
}

func namesIn(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range regexp.MustCompile(`ROLLBOOK_[A-Z_]*[A-Z]`).FindAllString(string(text), -1) {
		names = append(names, strings.TrimSuffix(name, fileSuffix))
	}
	return names
}

func TestNoDocumentNamesASettingThatDoesNotExist(t *testing.T) {
	t.Parallel()
	found := 0
	for _, file := range documents(t) {
		for _, name := range namesIn(t, file) {
			found++
			if !slices.ContainsFunc(Settings(), func(known Setting) bool { return known.Name == name }) {
				t.Errorf("%s names %s", file, name)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d names were found", found)
	}
}

func TestTheHelpNamesEverySetting(t *testing.T) {
	t.Parallel()
	named := namesIn(t, help)
	for _, known := range Settings() {
		if !slices.Contains(named, known.Name) {
			t.Errorf("%s is not explained", known.Name)
		}
	}
}

func TestEverySettingIsShownWithItsSourceAndSecretsAreNot(t *testing.T) {
	t.Parallel()
	config, err := read(map[string]string{"file": "hunter2\n"}, "ROLLBOOK_LISTEN=:9000", "ROLLBOOK_SMTP_PASSWORD_FILE=file", "ROLLBOOK_MASTER_KEY="+keyText,
		"ROLLBOOK_DATABASE=postgres://roll:hunter2@db/roll", "ROLLBOOK_LOG_LEVEL=")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Source{"ROLLBOOK_LISTEN": FromVariable, "ROLLBOOK_SMTP_PASSWORD": FromFile, "ROLLBOOK_MASTER_KEY": FromVariable, "ROLLBOOK_DATABASE": FromVariable}
	for _, known := range Settings() {
		shown, source := known.Shown(config), config.Given[known.Name].Source
		if expected, set := want[known.Name]; set && source != expected || !set && source != FromDefault {
			t.Errorf("%s comes from %q", known.Name, source)
		}
		if source == FromDefault && shown != known.Default {
			t.Errorf("%s is %q without being set, and the table says %q", known.Name, shown, known.Default)
		}
		if strings.Contains(shown, "hunter2") || strings.Contains(shown, keyText) || known.Secret && shown != "[hidden]" {
			t.Errorf("%s shows %q", known.Name, shown)
		}
		if !strings.HasSuffix(known.Help, ".") {
			t.Errorf("%s has no sentence", known.Name)
		}
	}
}
