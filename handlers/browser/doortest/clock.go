// Package doortest uses the tablet at a classroom door in a browser, for tests: its names and rolls, and
// a network or a proxy that stands between it and Rollbook.
package doortest

// Sleeps tells the page that the screen of its tablet was off for a day. In tests the server has
// another clock than the browser.
const Sleeps = `window.before = true, Date.now = ((now) => () => now() + 86400000)(Date.now), document.dispatchEvent(new Event("visibilitychange"))`

// Hasty has a page try again at once what it would try again in a few seconds.
const Hasty = `setInterval(() => dispatchEvent(new Event("online")), 300)`

// Minutes keeps the page's timers of a minute and more for the test to run: window.minute().
const Minutes = `{
	const start = setTimeout, stop = clearTimeout, minutes = new Map();
	let last = -1;
	window.setTimeout = (work, wait, ...more) => wait >= 60000 ? (minutes.set(--last, work), last) : start(work, wait, ...more);
	window.clearTimeout = (timer) => minutes.delete(timer) || stop(timer);
	window.minute = () => { for (const [timer, work] of [...minutes]) { minutes.delete(timer); work(); } };
}`
