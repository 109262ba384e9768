// Package people manages the people of a school: invitations, roles, blocking, and passwords. Every change is
// a log event with a stable name, which identifies people by their ids. None contains a secret. A mail
// server's refusal may contain the refused address.
package people
