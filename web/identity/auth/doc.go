// Package auth decides who a person is and what the person may do: passwords, the delay after wrong ones,
// roles and actions, and the tokens in a page. It does not use cookies or HTTP.
package auth
