package door_test

// sleeps simulates that the tablet's screen was off for a day. In tests the server and the browser have
// different clocks.
const sleeps = `window.before = true, Date.now = ((now) => () => now() + 86400000)(Date.now), document.dispatchEvent(new Event("visibilitychange"))`

// hasty makes a page retry at once instead of after a few seconds.
const hasty = `setInterval(() => dispatchEvent(new Event("online")), 300)`

// minutes collects the page's timers of a minute and more, for the test to run: window.minute().
const minutes = `{
	const start = setTimeout, stop = clearTimeout, minutes = new Map();
	let last = -1;
	window.setTimeout = (work, wait, ...more) => wait >= 60000 ? (minutes.set(--last, work), last) : start(work, wait, ...more);
	window.clearTimeout = (timer) => minutes.delete(timer) || stop(timer);
	window.minute = () => { for (const [timer, work] of [...minutes]) { minutes.delete(timer); work(); } };
}`
