// Creates and uses passkeys. A form with data-passkey has the options; the browser's answer goes into its field
// "answer".
(() => {
  "use strict";
  if (!window.PublicKeyCredential) return;
  const forms = document.querySelectorAll("form[data-passkey]");
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  let offered;

  function options(form) {
    const given = JSON.parse(form.dataset.passkey);
    given.challenge = bytes(given.challenge);
    if (given.user) given.user.id = bytes(given.user.id);
    for (const one of [...(given.allowCredentials ?? []), ...(given.excludeCredentials ?? [])]) one.id = bytes(one.id);
    return given;
  }

  function written({ id, type, rawId, response }) {
    const answer = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (response[name]) answer[name] = text(response[name]);
    }
    if (response.getTransports) answer.transports = response.getTransports();
    return JSON.stringify({ id, type, rawId: text(rawId), response: answer });
  }

  async function ask(form, more) {
    const publicKey = options(form);
    const way = publicKey.user ? "create" : "get";
    form.elements.answer.value = written(await navigator.credentials[way]({ publicKey, ...more }));
    form.submit();
  }

  // Offers passkeys where the browser offers saved passwords.
  async function offer(form) {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    offered = new AbortController();
    ask(form, { mediation: "conditional", signal: offered.signal }).catch(() => {});
  }

  for (const form of forms) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      offered?.abort();
      const problem = form.querySelector("[data-problem]");
      problem.hidden = true;
      ask(form).catch(() => (problem.hidden = false));
    });
    if (form.hasAttribute("data-offers")) offer(form);
  }
})();
