// Package packed writes what the store keeps of saves and attempts as short as it can, and reads it
// again: whom a save marks, whom an attempt carries, what was sent and answered.
package packed
