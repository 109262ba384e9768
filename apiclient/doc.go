// Package apiclient connects to the school management service of a school, with its credentials.
//
// The service's document shows one call fully, the bulk save of daily attendance (service document,
// section 4.1): [Client.SaveDailyAttendance]. The calls that it only names are made by [Client.Read] and
// [Client.Look]; what their answers mean is none of this package's business. Package document below it
// reads JSON exactly, package mapping above it reads the lists.
//
// Choices that are unusual, and why:
//
//   - A save is sent at most once, never before its connection stands and never after its [Fence]. A
//     second copy on its way could undo a newer change.
//   - What went wrong is told as an [Error] whose [Kind] says whether the service can have recorded
//     anything. The count of bytes written is the only witness for "nothing was sent".
//   - Reads are repeated, and pause for all callers after some failures; saves never do either.
//   - No redirect is followed, and where a connection may lead is decided when it is opened, after the
//     name was resolved: the credentials go with every request.
//   - The school's key is never part of an error, of an [Exchange] or of anything that prints itself.
package apiclient
