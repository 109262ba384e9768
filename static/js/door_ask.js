// Only Rollbook's own answers count: each carries a mark. Whatever stands between the tablet and the
// server, such as a proxy or a portal, answers without it, or leads elsewhere, which Rollbook never does
// here: that is no network.
const answerLimit = 20000;
const ours = ({ headers, raw, redirected = raw?.redirected }) => headers.has("Rollbook") && !redirected;

// ask asks as a script, whose answer takes no cookie away. It fails where Rollbook does not answer.
async function ask(url, more) {
  const answer = await fetch(url, {
    redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(answerLimit), ...more, headers: { "HX-Request": "true", ...more?.headers },
  });
  if (!ours(answer)) throw new Error(`${url}: not Rollbook`);
  return answer;
}
