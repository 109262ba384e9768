package browsertest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// Loading is how a page came into being.
type Loading struct {
	// Painted is when the largest thing in the window was painted (web.dev: LCP).
	Painted time.Duration
	// Blocked sums up by how much the page's tasks were longer than 50 ms each.
	Blocked time.Duration
	// Awaited are the files for which the first paint waited, by their names.
	Awaited []string
	// Bytes are those of the page and of what the first paint waited for, as transferred.
	Bytes int
}

// loading is Loading, once the page has painted and been quiet for two frames.
const loading = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
	const seen = { painted: 0, blocked: 0 };
	new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.painted = entry.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
	new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.blocked += entry.duration - 50; }).observe({ type: "longtask", buffered: true });
	const awaited = performance.getEntriesByType("resource").filter((entry) => entry.renderBlockingStatus === "blocking");
	const bytes = [...performance.getEntriesByType("navigation"), ...awaited].reduce((sum, entry) => sum + entry.encodedBodySize, 0);
	setTimeout(() => resolve(JSON.stringify({
		Painted: Math.round(seen.painted * 1e6), Blocked: Math.round(seen.blocked * 1e6), Bytes: bytes,
		Awaited: awaited.map((entry) => entry.name.split("/").pop()),
	})), 100);
})))`

// Loading tells how the page that is open came into being.
func (tab *Tab) Loading() Loading {
	tab.t.Helper()
	var measured Loading
	answer := evaluate[string](tab, loading, chromedp.EvalAwaitPromise)
	if err := json.Unmarshal([]byte(answer), &measured); err != nil {
		tab.t.Fatal(fmt.Errorf("read %s: %w", answer, err))
	}
	return measured
}
