package tables

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
)

// The limits of a workbook in memory. A shared text is in the file once and in memory once for each of its
// cells, so that a small file can become gigabytes.
const (
	// maxText limits the bytes of the texts over all cells.
	maxText = 16 << 20
	// maxOneText limits the bytes of one text, which the library copies several times. A spreadsheet's cell has at most
	// 32,767 characters.
	maxOneText = 1 << 20
	// maxPlaces limits the cells beyond MaxColumns up to the last filled one of each row, over all rows.
	maxPlaces = 1_000_000
	// maxElements limits the elements other than rows and cells, since each becomes an object.
	maxElements = 500_000
	// maxRow is the last row of a sheet (ECMA-376 sets no limit; spreadsheets end there).
	maxRow = 1_048_576
)

// sheetRoom counts down the limits of all sheets together: lines, scanned rows, places, and bytes of text. A
// crafted workbook can name one sheet many times.
type sheetRoom struct{ lines, rows, places, text int }

// take takes the room of one row.
func (r *sheetRoom) take(texts []string) error {
	r.rows, r.places = r.rows-1, r.places-max(0, len(texts)-MaxColumns)
	for _, text := range texts {
		r.text -= len(text)
	}
	switch {
	case r.rows < 0:
		return &FileError{Code: TooLong}
	case r.places < 0 || r.text < 0:
		return &FileError{Code: Overfull}
	}
	return nil
}

// weigh counts the elements of all parts of a workbook without keeping them.
func weigh(archive *zip.Reader) error {
	elements := 0
	for _, part := range archive.File {
		count, err := elementsIn(part)
		if err != nil {
			return &FileError{Code: NoTable}
		}
		if elements += count; elements > maxElements {
			return &FileError{Code: Overfull}
		}
	}
	return nil
}

// elementsIn counts the elements of a part, in any namespace, other than those that the library reads one by one. A
// text beyond maxOneText counts as too many.
func elementsIn(part *zip.File) (count int, err error) {
	content, err := part.Open()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	reader, text := bufio.NewReader(content), 0
	for {
		// It begins with an element's name, or with the rest of a long text.
		piece, err := reader.ReadSlice('<')
		if errors.Is(err, io.EOF) {
			return count, nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return count, err
		}
		if text += len(piece); text > maxOneText {
			return maxElements + 1, nil
		}
		if err == nil {
			text = 0
		}
		name := piece[:max(0, bytes.IndexAny(piece, " />\t\r\n"))]
		name = name[bytes.IndexByte(name, ':')+1:]
		if !slices.Contains([]string{"", "row", "c", "v", "f", "is", "t"}, string(name)) {
			count++
		}
	}
}
