package browser_test

import (
	"slices"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// speedTests open pages as a slow phone does.
func speedTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a roll is there soon on a slow phone": aRollIsThereSoon,
	}
}

const (
	// loads is the maximum number of times that a page is opened: other work on the machine can make a load
	// slow, but never fast.
	loads = 8
	// busy is the additional time allowed on a busy machine. A page that waits for one more round trip takes
	// longer than that.
	busy = 500 * time.Millisecond
)

// aRollIsThereSoon opens a roll with an empty cache, and with a quarter of the machine's processor.
func aRollIsThereSoon(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	u.Size(360, 740)
	u.WithoutCache()
	u.Slow(4)
	for _, one := range []struct {
		network browsertest.Network
		painted time.Duration
	}{
		{browsertest.Mobile(), 1200 * time.Millisecond},
		{browsertest.Slow4G(), 1450 * time.Millisecond},
	} {
		u.Connect(one.network)
		painted, blocked := apptest.Within(one.painted), apptest.Within(mostBlocked)
		best := best(u, p.Address+apptest.EightB, painted, blocked)
		t.Logf("%s: painted after %v, blocked for %v, %d bytes", one.network.Name, best.Painted, best.Blocked, best.Bytes)
		if best.Painted > painted+busy {
			t.Errorf("%s: the roll is painted after %v, much later than %v", one.network.Name, best.Painted, painted)
		}
		if best.Blocked > blocked+busy {
			t.Errorf("%s: the page answers nobody for %v", one.network.Name, best.Blocked)
		}
		if want := []string{"rollbook.css"}; !slices.Equal(best.Awaited, want) {
			t.Errorf("%s: the first paint waits for %q, not %q", one.network.Name, best.Awaited, want)
		}
		if best.Bytes > 13<<10 {
			t.Errorf("%s: the first paint needs %d bytes", one.network.Name, best.Bytes)
		}
	}
}

// mostBlocked limits the time in which a loading page does not react to input.
const mostBlocked = 50 * time.Millisecond

// best opens the address until it is painted in time, or loads times, and returns the minimum of each
// measure.
func best(u *apptest.User, address string, soon, blocked time.Duration) browsertest.Loading {
	u.T.Helper()
	var least browsertest.Loading
	for i := range loads {
		u.Go(address)
		one := u.Loading()
		if i > 0 {
			one.Painted, one.Blocked = min(one.Painted, least.Painted), min(one.Blocked, least.Blocked)
		}
		if least = one; one.Painted <= soon && one.Blocked <= blocked {
			break
		}
	}
	return least
}
