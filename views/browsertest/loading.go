package browsertest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// Loading holds the measurements of a page load.
type Loading struct {
	// Painted is the time until the largest element in the window was painted (web.dev: LCP).
	Painted time.Duration
	// Blocked is the sum, over the page's tasks, of the time in excess of 50 ms.
	Blocked time.Duration
	// Awaited are the names of the files that blocked the first paint.
	Awaited []string
	// Bytes counts the transferred bytes of the page and of the files that blocked the first paint.
	Bytes int
}

// loading measures a Loading, once the page has painted and been idle for two frames.
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

// Loading measures the load of the open page.
func (tab *Tab) Loading() Loading {
	tab.t.Helper()
	var measured Loading
	answer := evaluate[string](tab, loading, chromedp.EvalAwaitPromise)
	if err := json.Unmarshal([]byte(answer), &measured); err != nil {
		tab.t.Fatal(fmt.Errorf("read %s: %w", answer, err))
	}
	return measured
}
