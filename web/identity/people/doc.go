// Package people sees to who belongs to a school: invitations, roles, who is kept out, and
// passwords. Every change is a log event with a stable name, which tells people by their ids. None
// holds a secret; a mail server's own words for a refusal may hold the address that it refused.
package people
