// Only Rollbook's own answers count: each carries a mark. A proxy or a portal between the tablet and the server
// answers without the mark, or redirects, which Rollbook never does here. Both mean that there is no network.
const answerLimit = 20000;
const ours = ({ headers, raw, redirected = raw?.redirected }) => headers.has("Rollbook") && !redirected;

// ask makes a request marked as a script's: its answer deletes no cookie. It fails if Rollbook does not answer.
async function ask(url, more) {
  const answer = await fetch(url, {
    redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(answerLimit), ...more,
    headers: { "HX-Request": "true", ...more?.headers },
  });
  if (!ours(answer)) throw new Error(`${url}: not Rollbook`);
  return answer;
}
