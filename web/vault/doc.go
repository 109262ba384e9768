// Package vault seals what a school trusts Rollbook with: the credentials of its
// school system, which never reach a browser, a log or a backup in the open.
//
// Sealing is AES-256-GCM with a random nonce, under a key derived by HKDF-SHA-256
// (RFC 5869) from the operator's master key. A sealed value names the key that
// sealed it, so that keys can be changed, and is bound to its school: copied into
// another school's row it does not open.
//
// What the package hands out cannot print itself. The value of a Secret is reached
// by Reveal only.
package vault
