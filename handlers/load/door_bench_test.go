package load_test

import (
	"fmt"
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

// openTablets is the number of tablets at the doors of a large school.
const openTablets = 300

// BenchmarkOpenTablets makes 300 tablets of a school show their classes for half a minute without a tap, and
// reports the share of a core that this takes, as %-of-core: the program and its 300 readers together.
//
// It is meant for -benchtime 1x.
func BenchmarkOpenTablets(b *testing.B) {
	p := apptest.Boot(b)
	classes := p.As(b, apptest.Teacher).Get(apptest.EightB).Values("select[name=class] option")
	tablets, streams := make([]*apptest.Visitor, openTablets), make([]string, openTablets)
	for i := range tablets {
		tablets[i] = p.TapTablet(b, fmt.Sprint("Door ", i+1), classes[i%len(classes)])
		streams[i] = tablets[i].Get("/door").Want(b, http.StatusOK).Page.Find("#taps").AttrOr("data-events", "")
	}
	for b.Loop() {
		measureOpen(b, openTablets, func(i int) (*apptest.Visitor, string) { return tablets[i], streams[i] })
	}
}
