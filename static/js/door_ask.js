// Only Rollbook's own answers count: each carries a mark. A proxy or a portal between the tablet and the server
// answers without the mark, or redirects, which Rollbook never does here. Both mean that there is no network.
const answerLimit = 20000;
const ours = ({ headers, raw, redirected = raw?.redirected }) => headers.has("Rollbook") && !redirected;

// fault is "broken" after an error of the page's own scripts, and "malformed" while Rollbook cannot read what the
// tablet sends. The page says so, and each request tells the office.
let fault = "none";
function setFault(kind) {
  if (fault === "broken") return;
  fault = kind;
  const notice = document.querySelector("#tablet-fault");
  notice.textContent = notice.dataset[kind] ?? "";
  notice.hidden = kind === "none";
}
// Errors of the network and the storage are no faults.
function failed({ error, reason = error }) {
  if (reason instanceof Error && !(reason instanceof DOMException)) setFault("broken");
}
addEventListener("error", failed);
addEventListener("unhandledrejection", failed);

// day returns a date in a zone as YYYY-MM-DD. It joins the parts: no language writes a date so in every browser.
function day(at, timeZone) {
  const form = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" };
  const parts = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", form).formatToParts(at);
  return ["year", "month", "day"].map((part) => parts.find(({ type }) => type === part).value).join("-");
}

// ask makes a request marked as a script's: its answer deletes no cookie. It fails if Rollbook does not answer.
async function ask(url, more) {
  const answer = await fetch(url, {
    redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(answerLimit), ...more,
    headers: { "HX-Request": "true", "Rollbook-Fault": fault, ...more?.headers },
  }).catch(() => new Response());
  if (!ours(answer)) throw new DOMException(url, "NetworkError");
  if (answer.status === 400) setFault("malformed");
  return answer;
}
