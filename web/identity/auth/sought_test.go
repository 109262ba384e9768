package auth_test

import (
	"strings"
	"testing"
	"time"

	"rollbook/web/identity/auth"
)

func TestASearchInAnAddressIsReadableForItsPersonAndSchoolOnly(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 24, 8, 30, 0, 0, time.UTC)
	before, after := auth.NewTokens(oldKey), auth.NewTokens(newKey, oldKey)
	hidden := before.HideSearch("Vojtěch Dvořák", "ada", "north", now)
	if strings.ContainsAny(hidden, "ěřá+/=") || strings.Contains(hidden, "Dvo") {
		t.Errorf("it is %q", hidden)
	}
	if again := before.HideSearch("Vojtěch Dvořák", "ada", "north", now.Add(time.Minute)); again != hidden {
		t.Error("the same search a minute later has another address")
	}
	if before.HideSearch("", "ada", "north", now) != "" {
		t.Error("no words have a text")
	}
	for name, shown := range map[string]string{
		"by its person":           before.ShowSearch(hidden, "ada", "north", now),
		"after a change of keys":  after.ShowSearch(hidden, "ada", "north", now),
		"at the end of a session": before.ShowSearch(hidden, "ada", "north", now.Add(12*time.Hour)),
	} {
		if shown != "Vojtěch Dvořák" {
			t.Errorf("%s it is %q", name, shown)
		}
	}
	for name, shown := range map[string]string{
		"by another person":      before.ShowSearch(hidden, "bob", "north", now),
		"in another school":      before.ShowSearch(hidden, "ada", "south", now),
		"by another server":      auth.NewTokens(newKey).ShowSearch(hidden, "ada", "north", now),
		"the next day":           before.ShowSearch(hidden, "ada", "north", now.Add(13*time.Hour)),
		"changed":                before.ShowSearch("A"+hidden[1:], "ada", "north", now) + before.ShowSearch("B"+hidden[1:], "ada", "north", now),
		"cut":                    before.ShowSearch(hidden[:9], "ada", "north", now),
		"with a line break":      before.ShowSearch(hidden[:9]+"\n", "ada", "north", now),
		"as an unreadable text":  before.ShowSearch("Dvořák", "ada", "north", now),
		"as nothing":             before.ShowSearch("", "ada", "north", now),
		"with the names swapped": before.ShowSearch(hidden, "ada\x00north", "", now),
	} {
		if shown != "" {
			t.Errorf("%s it is %q", name, shown)
		}
	}
}
