// Package events records what people and commands did: in the log, and in the audit log of the database.
package events
