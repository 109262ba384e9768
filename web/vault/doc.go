// Package vault seals the credentials of a school's school system, so that they never reach a browser, a log
// or a backup in the clear.
//
// Sealing is AES-256-GCM with a random nonce, under a key derived by HKDF-SHA-256 (RFC 5869) from the
// operator's master key. A sealed value contains the id of its key, so that keys can be changed. It is bound
// to its school: copied into another school's row it does not open.
//
// The values that the package returns cannot print themselves. Only Reveal returns the content of a Secret.
package vault
