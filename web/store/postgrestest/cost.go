package postgrestest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tick is the unit of times in /proc/*/stat (proc(5)).
const tick = time.Second / 100

// ProcessorTime returns the time that the server and its sessions have used of the processor, to a
// hundredth of a second.
func (s *Server) ProcessorTime(t testing.TB) time.Duration {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	own := strconv.Itoa(s.process.Process.Pid)
	var used time.Duration
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // It has ended: its time is its parent's now.
		}
		// Behind the name, which may hold anything, stand the state, the parent and eleven more
		// fields, then the time of the process and of its children that have ended.
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
