// Package document reads foreign JSON exactly as it was written.
//
// [Decode] turns an answer into Go values, [NewPath] finds places in it, and [ID], [Key], [Text], [Date],
// [Flag] and [JSON] read single values. Five choices are unusual:
//
//   - Numbers stay as written, and an id is read from its digits: as float64, ids above 2^53 would become
//     those of other students.
//   - Names are exact: studentid is not studentId, although encoding/json would take one for the other.
//     [Order.Repeats] reports an object with two members of one name.
//   - [Order] remembers the order of an object's members, which Go's maps lose: a list may be an object with
//     one member for each id.
//   - An answer is decoded token by token (jsontext), so that a document beyond the limits is refused before it
//     fills the memory.
//   - [NewPath] refuses paths whose cost grows faster than the document, since people can type them.
package document
