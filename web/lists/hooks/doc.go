// Package hooks receives webhooks from the schools' systems. It refuses a message without a valid signature
// of the school, without giving a reason. A signed message is only a hint: it is stored for people to see,
// and the school's lists are read again, once for any number of hints together. Its content is not relied on.
package hooks
