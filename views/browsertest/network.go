package browsertest

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// Network is a simulated connection.
type Network struct {
	Name string
	// Latency is added to each request.
	Latency time.Duration
	// BytesPerSecond limits each direction.
	BytesPerSecond float64
}

// Mobile returns a phone's connection: 150 ms for each request, and 1.6 Mbit/s.
func Mobile() Network {
	return Network{Name: "150 ms, 1.6 Mbit/s", Latency: 150 * time.Millisecond, BytesPerSecond: 1.6e6 / 8}
}

// Slow4G returns the connection that Chrome's developer tools call Slow 4G: they add 562 ms to each request,
// and allow nine tenths of the bandwidth.
func Slow4G() Network {
	return Network{Name: "Slow 4G", Latency: 562500 * time.Microsecond, BytesPerSecond: 0.9 * 1.6e6 / 8}
}

// Connect sets the window's connection.
func (tab *Tab) Connect(n Network) {
	tab.t.Helper()
	tab.conditions(&network.Conditions{Latency: float64(n.Latency) / float64(time.Millisecond), DownloadThroughput: n.BytesPerSecond, UploadThroughput: n.BytesPerSecond}, false)
}

// Cut takes the window offline, and the browser informs the page; Restore restores the connection.
func (tab *Tab) Cut() {
	tab.t.Helper()
	tab.conditions(&network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}, true)
}

// Restore restores the window's connection.
func (tab *Tab) Restore() {
	tab.t.Helper()
	tab.conditions(&network.Conditions{DownloadThroughput: -1, UploadThroughput: -1}, false)
}

func (tab *Tab) conditions(conditions *network.Conditions, offline bool) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{conditions}}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: offline, DownloadThroughput: -1, UploadThroughput: -1})
		return err
	}))
}

// WithoutCache turns the window's cache off, as on a first visit.
func (tab *Tab) WithoutCache() {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
		return err
	}))
}

// Quota limits the bytes that the pages of the address can store.
func (tab *Tab) Quota(address string, bytes float64) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: address, QuotaSize: &bytes})
		return err
	}))
}
