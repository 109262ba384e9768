package browsertest

import (
	"github.com/chromedp/cdproto/emulation"
)

// Slow slows the window's processor down by the factor; 1 restores it.
func (tab *Tab) Slow(times float64) {
	tab.t.Helper()
	Run(tab, Command(emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times}))
}
