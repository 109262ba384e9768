// Package factor has the pages for second factors: the second step of signing in, setting up an authenticator app or a
// passkey, and confirming who one is.
package factor
