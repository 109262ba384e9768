// Package events records what people and commands did, in one shape, to the log of the server. A
// command is another process: its events wait in the database until a running server writes them, at
// its next beat or its next start.
package events
