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
		content, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended: its time now counts for its parent
		}
		// After the name, which may contain anything, follow the state, the parent and eleven more fields,
		// then the times of the process and of its ended children.
		fields := strings.Fields(string(content[bytes.LastIndexByte(content, ')')+1:]))
		if fields[1] != own && file != "/proc/"+own+"/stat" {
			continue
		}
		for _, field := range fields[11:15] {
			ticks, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(fmt.Errorf("read %s: %w", file, err))
			}
			used += time.Duration(ticks) * tick
		}
	}
	return used
}
