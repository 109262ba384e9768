package browsertest

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
)

// Cut takes the window offline, and the browser informs the page; Restore restores the connection.
func (tab *Tab) Cut() {
	tab.t.Helper()
	tab.Conditions(&network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
}

// Restore restores the window's connection.
func (tab *Tab) Restore() {
	tab.t.Helper()
	tab.Conditions(&network.Conditions{DownloadThroughput: -1, UploadThroughput: -1})
}

// Conditions sets the window's connection.
func (tab *Tab) Conditions(conditions *network.Conditions) {
	tab.t.Helper()
	Run(tab, Command(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{conditions},
	}))
	Run(tab, Command(network.OverrideNetworkState, network.OverrideNetworkStateParams{
		Offline: conditions.Offline, DownloadThroughput: -1, UploadThroughput: -1,
	}))
}

// Slow slows the window's processor down by the factor; 1 restores it.
func (tab *Tab) Slow(times float64) {
	tab.t.Helper()
	Run(tab, Command(emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times}))
}
