package load_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/web/store/postgrestest"
)

// tick is the unit of times in /proc/*/stat (proc(5)).
const tick = time.Second / 100

// serverTime returns the processor time of PostgreSQL and its sessions, to a hundredth of a second.
func serverTime(t testing.TB, server *postgrestest.Server) time.Duration {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	own := strconv.Itoa(server.PID())
	var used time.Duration
	for _, file := range files {
		// A session that has ended has no file: its time now counts for its parent.
		if fields, err := readStat(file); err == nil && (fields[parent] == own || file == "/proc/"+own+"/stat") {
			used += addTimes(t, fields[firstTime:])
		}
	}
	return used
}

// timeOfProcess returns the processor time of a process and its ended children, to a hundredth of a second.
func timeOfProcess(t testing.TB, pid int) time.Duration {
	t.Helper()
	fields, err := readStat(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	return addTimes(t, fields[firstTime:])
}

// The places of fields after a process's name, which may contain anything: its parent, and the first of the four
// times of the process and of its ended children.
const (
	parent    = 1
	firstTime = 11
)

func readStat(file string) ([]string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return strings.Fields(string(content[bytes.LastIndexByte(content, ')')+1:])), nil
}

func addTimes(t testing.TB, fields []string) (used time.Duration) {
	t.Helper()
	for _, field := range fields[:4] {
		ticks, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(fmt.Errorf("read the times of a process: %w", err))
		}
		used += time.Duration(ticks) * tick
	}
	return used
}
