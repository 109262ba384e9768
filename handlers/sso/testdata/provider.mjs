// A provider for tests: node provider.mjs PACKAGE ACCOUNTS CLIENT SECRET BACK. ACCOUNTS is a file with the claims of each
// account, which is read at each sign-in. It prints its issuer, and ends with its input.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";

const [entry, accounts, client_id, client_secret, back] = process.argv.slice(2);
const { default: Provider } = await import(entry);

const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id, client_secret, redirect_uris: [back] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...JSON.parse(readFileSync(accounts, "utf8"))[id] }),
    }),
  });
  server.on("request", provider.callback());
  console.log(issuer);
});
process.stdin.resume();
process.stdin.on("end", () => process.exit());
