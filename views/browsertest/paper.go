package browsertest

import (
	"context"
	"os"
	"regexp"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The space on a sheet of A4 with margins of 1 cm, in CSS pixels.
const (
	PaperWidth  = 718
	PaperHeight = 1046
)

// Print prints the page on A4 to a PDF file, and returns the number of sheets.
func (tab *Tab) Print(file string) (sheets int) {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.context, stepLimit)
	defer cancel()
	printed, err := chromedp.Run(limited, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4)))
	if err != nil {
		tab.t.Fatal(err)
	}
	if err := os.WriteFile(file, printed, 0o600); err != nil {
		tab.t.Fatal(err)
	}
	return len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(printed, -1))
}

// OnPaper turns the page's print style on or off.
func (tab *Tab) OnPaper(printed bool) {
	tab.t.Helper()
	media := ""
	if printed {
		media = "print"
		tab.Size(PaperWidth, PaperHeight)
	}
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
		return err
	}))
}
