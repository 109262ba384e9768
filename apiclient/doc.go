// Package apiclient connects to the school management service of a school, with its credentials.
//
// The service's document shows one call fully, the bulk save of daily attendance (service document, section
// 4.1): [Client.SaveDailyAttendance]. [Client.Read] and [Client.Look] make the calls that it only names. This
// package does not interpret their answers: package document below it reads JSON exactly, and package mapping
// above it reads the lists.
//
// Unusual choices, with their reasons:
//
//   - A save is sent at most once, never before its connection stands and never after its [Fence]. A second
//     copy could undo a newer change.
//   - A failed call returns an [Error]. Its [Kind] states whether the service can have recorded anything.
//     Only the count of written bytes can prove that nothing was sent.
//   - Failed reads are repeated, and pause for all callers after some failures. Saves are never repeated and
//     never paused here.
//   - No redirect is followed. The address of a connection is checked when it opens, after the name was
//     resolved: every request carries the credentials.
//   - The school's key is never part of an error, of an [Exchange] or of any value that prints itself.
package apiclient
