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
// failed sets the fault for an error that is not of the network or the storage.
const failed = (cause) => { if (cause instanceof Error && !(cause instanceof DOMException)) setFault("broken"); };
addEventListener("error", ({ error }) => failed(error));
addEventListener("unhandledrejection", ({ reason }) => failed(reason));

// ask makes a request marked as a script's: its answer deletes no cookie. It fails if Rollbook does not answer.
async function ask(url, more) {
  const request = fetch(url, {
    redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(answerLimit), ...more,
    headers: { "HX-Request": "true", "Rollbook-Fault": fault, ...more?.headers },
  });
  const answer = await request.catch(() => { throw new DOMException(url, "NetworkError"); });
  if (!ours(answer)) throw new DOMException(`${url}: not Rollbook`, "NetworkError");
  return answer;
}
