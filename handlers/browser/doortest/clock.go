// Package doortest operates the tablet at a classroom door in a browser, for tests: its names and rolls, and
// a network or a proxy between it and Rollbook.
package doortest

// Sleeps simulates that the tablet's screen was off for a day. In tests the server and the browser have
// different clocks.
const Sleeps = `window.before = true, Date.now = ((now) => () => now() + 86400000)(Date.now), document.dispatchEvent(new Event("visibilitychange"))`

// Hasty makes a page retry at once instead of after a few seconds.
const Hasty = `setInterval(() => dispatchEvent(new Event("online")), 300)`

// Minutes collects the page's timers of a minute and more, for the test to run: window.minute().
const Minutes = `{
	const start = setTimeout, stop = clearTimeout, minutes = new Map();
	let last = -1;
	window.setTimeout = (work, wait, ...more) => wait >= 60000 ? (minutes.set(--last, work), last) : start(work, wait, ...more);
	window.clearTimeout = (timer) => minutes.delete(timer) || stop(timer);
	window.minute = () => { for (const [timer, work] of [...minutes]) { minutes.delete(timer); work(); } };
}`
