// Package hooks takes what the schools' systems report by themselves. What is not
// signed with a secret of the school is refused, and nothing tells why. What is signed
// is only a hint: it is kept for people to look at, and the school's lists are read
// again, once for however many hints come together. Nothing in it is taken as truth.
package hooks
