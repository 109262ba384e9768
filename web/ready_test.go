package web

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"rollbook/web/store/engine"
)

func TestANewerVersionsChangesAreSaidOnceAndOnceMoreWhenTheyHarm(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	log, newer := slog.New(slog.NewTextHandler(&written, nil)), engine.Versions{Database: 19, Program: 18}
	var said readiness
	for range 3 {
		said.say(t.Context(), log, newer, nil)
	}
	if text := written.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "database=19 program=18") || !strings.Contains(text, "level=WARN") {
		t.Errorf("it says %q", text)
	}
	written.Reset()
	for range 3 {
		said.say(t.Context(), log, newer, errors.New("no such column"))
	}
	if text := written.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "no such column") {
		t.Errorf("it says %q", text)
	}
}
