package web

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

func TestMemoryIsReturnedInTheQuietAfterABusyTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var m memory
		handler := m.counted(http.NotFoundHandler())
		ticks := make(chan time.Time)
		const inUse = muchMemory / 2
		freed, left := 0, uint64(0)
		free := func() { freed, left = freed+1, 0 }
		go m.keep(t.Context(), ticks, func() uint64 { return inUse + left }, free)
		steps := []struct {
			says     string
			requests int
			leave    uint64
			freed    int
		}{
			{"nothing was asked for", 0, 0, 0},
			{"somebody signs in", 1, muchMemory, 0},
			{"and looks at a page", 1, 0, 0},
			{"nobody asks", 0, 0, 1},
			{"still nobody asks", 0, 0, 1},
			{"a few look at a page", 3, muchMemory - 1, 1},
			{"and then nobody", 0, 0, 1},
			{"one more does", 1, 1, 1},
			{"and then nobody does", 0, 0, 2},
		}
		for _, step := range steps {
			for range step.requests {
				handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
			}
			left += step.leave
			ticks <- time.Now()
			synctest.Wait()
			if freed != step.freed {
				t.Errorf("%s: given back %d times instead of %d", step.says, freed, step.freed)
			}
		}
	})
}

func TestGarbageMayGrowToAFixedSizeOrToTheMemoryInUse(t *testing.T) {
	t.Parallel()
	for inUse, want := range map[uint64]int{0: 400, 1 << 20: 400, 8 << 20: 300, 12 << 20: 200, 24 << 20: 100, 1 << 30: 100} {
		if got := garbagePercent(inUse); got != want {
			t.Errorf("beside %d bytes it may grow to %d percent instead of %d", inUse, got, want)
		}
	}
}

func TestTheLimitOfGarbageFollowsEachCollection(t *testing.T) {
	t.Parallel()
	const collections = 3
	looked := make(chan struct{}, collections)
	afterEachCollection(func() {
		select {
		case looked <- struct{}{}:
		default:
		}
	})
	for range collections {
		<-looked
		runtime.GC()
	}
}

func TestTheOperatorsSettingOfCollectionsIsKept(t *testing.T) {
	t.Parallel()
	asked := ""
	CollectSeldom(func(name string) (string, bool) { asked = name; return "50", true })
	if asked != "GOGC" {
		t.Errorf("asked for %q", asked)
	}
}
