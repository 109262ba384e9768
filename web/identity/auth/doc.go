// Package auth decides who somebody is and what he may do: passwords, the delay
// after wrong ones, roles and actions, and the tokens that a page carries. It
// knows no cookies and no HTTP.
package auth
