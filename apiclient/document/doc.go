// Package document reads JSON that somebody else wrote, exactly as it was written.
//
// [Decode] turns an answer into Go values, [NewPath] finds places in it, and [ID], [Key], [Text],
// [Date], [Flag] and [JSON] read what stands there. Four choices are unusual:
//
//   - Numbers stay as they are written, and an id is read from its digits: as float64 the ids above
//     2^53 would become those of other students.
//   - [Members] tells studentid from studentId and refuses two members of one name. encoding/json
//     would take either of them for the other, without a word.
//   - [Order] remembers how the members of objects stood, which Go's maps forget: a list may be an
//     object with one member for each id.
//   - [NewPath] refuses paths whose cost grows faster than the document, since people can type them.
package document
