// Package apiclient is a typed client of the school management service, and the reading of
// those of its answers that nobody documents.
//
// The service's document shows one call fully, the bulk save of daily attendance (service document,
// section 4.1): [Client.SaveDailyAttendance]. The calls that it only names are read by a [Mapping], a
// value that says for each call its path and where in the answer each field stands: [Client.Reader].
//
// A save is sent at most once by a call of this package, never before its connection stands and never
// after its [Fence]. What went wrong is told as an [Error] whose [Kind] says whether the service can
// have recorded anything.
//
// The school's key is never part of an error, of an [Exchange] or of anything that prints itself.
package apiclient
