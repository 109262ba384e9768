// node lighthouse.mjs PROGRAM: Lighthouse's scores of the pages of a morning in the demonstration, as a phone sees
// them. It fails where a page has less than 98, 100 and 100. Other work on the machine can make a
// page slow, but never fast: the best of three counts.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";

const least = { performance: 0.98, accessibility: 1, "best-practices": 1 };
const program = spawn(process.argv[2], ["demo"], { stdio: ["ignore", "pipe", "inherit"] });
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });

// begin returns the demonstration's address, and its people: e-mail, password, school and role.
async function begin() {
  const people = [];
  let address;
  for await (const line of createInterface(program.stdout)) {
    address ??= line.match(/http:[^ ]+[0-9]/)?.[0];
    if (line.includes("\t")) people.push(line.split("\t"));
    if (people.some(([, , , role]) => role === "admin")) return { address, people };
  }
}

async function signIn(tab, [email, password]) {
  await tab.goto(address + "/sign-in");
  await tab.type("[name=email]", email);
  await tab.type("[name=password]", password);
  await Promise.all([tab.waitForNavigation(), tab.click("main form button")]);
}

const score = (result, name) => result.categories[name].score;
const enough = (result) => Object.entries(least).every(([name, wanted]) => score(result, name) >= wanted);

async function measure(tab, at) {
  let best;
  for (let i = 0; i < 3 && !(best && enough(best)); i++) {
    const { lhr } = await lighthouse(at, { onlyCategories: Object.keys(least), disableStorageReset: true, logLevel: "error" }, undefined, tab);
    if (!best || score(lhr, "performance") > score(best, "performance")) best = lhr;
  }
  const paint = Math.round(best.audits["largest-contentful-paint"].numericValue);
  console.log(`${Object.keys(least).map((name) => Math.round(100 * score(best, name))).join("/")} ${new URL(at).pathname}, largest paint after ${paint} ms`);
  if (enough(best)) return;
  process.exitCode = 1;
  for (const { auditRefs } of Object.values(best.categories)) {
    for (const { id, weight } of auditRefs) if (weight && best.audits[id].score < 1) console.log(`  ${id}: ${best.audits[id].displayValue ?? best.audits[id].title}`);
  }
}

// apart runs the task in a tab with cookies of its own.
async function apart(task) {
  const context = await browser.createBrowserContext();
  await task(await context.newPage());
  await context.close();
}

const { address, people } = await begin();
const one = (wanted) => people.find(([, , , role]) => role === wanted);
const school = `${address}/schools/${one("teacher")[2]}`;
await apart(async (tab) => {
  await signIn(tab, one("teacher"));
  await measure(tab, school);
  await measure(tab, `${school}/roll?class=8B`);
});
await apart(async (tab) => {
  await signIn(tab, one("office"));
  await measure(tab, `${school}/day`);
});
await apart(async (tab) => {
  await tab.goto(address);
  await tab.$eval('form[action$="/demo/tablet"]', (form) => form.querySelector("button").click());
  await tab.waitForNavigation();
  await measure(tab, tab.url());
});
await browser.close();
program.kill();
