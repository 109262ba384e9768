// Package events copies the events of commands into the server's log. A command is another process: it stores
// its events in the database, and a running server writes them at its next check or its next start.
package events
