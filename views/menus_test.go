package views_test

import (
	"fmt"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/browsertest"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/taking"
)

// menus are the parts of a page that open over it or below their button, and the bars of the shell that hold them.
const menus = "details.menu, details.more, [popover], .top, .demo"

// openMenu opens the menu at the place, and closes the others.
const openMenu = `((all, place) => all.forEach((menu, at) => {
	if (menu.hasAttribute("popover")) menu.togglePopover(at === place);
	else if (menu.matches("details")) menu.open = at === place || menu.contains(all[place]);
}))([...document.querySelectorAll("` + menus + `")], %d)`

// cutInMenu lists what is cut or outside its box in the menu at the place: a box outside the window, an element beside
// or below its box, a text wider or higher than its element, a word broken although its line has room for it, and a
// letter that is not square. Of a bar it leaves out the menus, which are boxes of their own.
const cutInMenu = `((menu) => {
	const found = [], box = menu.matches("details") ? menu.querySelector(":scope > :not(summary)") : menu;
	if (!box.checkVisibility()) return "";
	const named = (element) => element.className + " " + element.textContent.trim().slice(0, 40);
	const beside = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1;
	const outer = box.getBoundingClientRect();
	if (outer.left < -1 || outer.right > innerWidth + 1) found.push("outside the window: " + named(box));
	if (getComputedStyle(box).position === "fixed" && (outer.top < -1 || outer.bottom > innerHeight + 1))
		found.push("above or below the window: " + named(box));
	const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
	for (const element of [box, ...box.querySelectorAll("*")]) {
		if (!menu.matches("details") && element.closest("details > :not(summary)")) continue;
		const style = getComputedStyle(element), rect = element.getBoundingClientRect();
		if (!element.checkVisibility() || style.clipPath !== "none" || rect.width <= 1) continue;
		if (beside(rect, outer)) found.push("beside the box: " + named(element));
		if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && style.overflowX !== "visible")
			found.push("cut: " + named(element));
		if (element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0 && /hidden|clip/.test(style.overflowY))
			found.push("cut in height: " + named(element));
		if (!scrolls && (rect.bottom > outer.bottom + 1 || rect.top < outer.top - 1))
			found.push("above or below the box: " + named(element));
		const letter = getComputedStyle(element, "::before");
		if (element.dataset.letter && parseFloat(letter.width) > 2 * parseFloat(letter.height))
			found.push("a letter " + letter.width + " wide: " + named(element));
		const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
		for (const text of element.childNodes) {
			if (text.nodeType !== Node.TEXT_NODE) continue;
			for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
				const range = new Range();
				range.setStart(text, index), range.setEnd(text, index + word.length);
				const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
				const wide = lines.reduce((sum, { width }) => sum + width, 0);
				if (lines.some((line) => beside(line, rect))) found.push("outside its element: " + word);
				if (style.display !== "inline" && new Set(lines.map(({ top }) => Math.round(top))).size > 1 && wide < room && !/[-\u2010\u00ad\/]/.test(word))
					found.push("broken: " + word);
			}
		}
	}
	return found.join("; ");
})([...document.querySelectorAll("` + menus + `")][%d])`

func TestNothingInAnOpenMenuIsCutOrOutsideItsBox(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	all := examples.Examples(pagetest.Base(t))
	for name, view := range taking.RollExamples(pagetest.Base(t)) {
		all["roll-"+name] = examples.Example{Page: &view.Page, Body: taking.Roll(view)}
	}
	address, tab, seen := serve(t, pagetest.Base(t), all), browser.Tab(t), make(map[string]bool)
	for name, state := range all {
		var places []int
		for place, menu := range pagetest.Render(t, state.Body).Find(menus).EachIter() {
			markup, err := goquery.OuterHtml(menu)
			if err != nil {
				t.Fatal(err)
			}
			if !seen[markup] {
				seen[markup], places = true, append(places, place)
			}
		}
		if len(places) == 0 {
			continue
		}
		tab.Go(address + "/" + name)
		for _, width := range []int{1280, 768, 360} {
			tab.Size(width, 740)
			for _, place := range places {
				tab.Text(fmt.Sprintf(openMenu, place))
				if cut := tab.Text(fmt.Sprintf(cutInMenu, place)); cut != "" {
					t.Errorf("%s, %d wide, menu %d: %s", name, width, place, cut)
				}
			}
		}
	}
	t.Logf("%d menus", len(seen))
}
