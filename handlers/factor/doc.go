// Package factor contains the pages for second factors: the second step of signing in, setting up a passkey or an
// authenticator app, and proving again that a person is still the same. Beginning begins every session of a person.
package factor
