package edge

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/url"

	"github.com/labstack/echo/v4"

	"rollbook/web/lists/tables"
)

// UploadBody is the largest body of a form with a file, in bytes.
const UploadBody = tables.MaxBytes + 64<<10

// Uploaded is a form with one file.
type Uploaded struct {
	Values url.Values
	// Name is the browser's name of the file. It is empty, like Content, when no file was chosen.
	Name    string
	Content []byte
}

// ReadUpload reads a form with one file (multipart/form-data, RFC 7578) in memory only; nothing reaches the
// disk. It refuses the same input as StrictInput, and answers more than one file with 400.
func ReadUpload(c echo.Context, field string) (Uploaded, error) {
	form, err := ParseUpload(c)
	if err != nil {
		return Uploaded{}, err
	}
	upload := Uploaded{Values: form.Value}
	files := 0
	for name, parts := range form.File {
		files += len(parts)
		if name != field {
			return Uploaded{}, badRequest("the form is malformed", fmt.Errorf("%w: file %q", errField, cut(name, 100)))
		}
	}
	switch {
	case files == 0:
		return upload, nil
	case files > 1:
		return Uploaded{}, badRequest("there is more than one file", fmt.Errorf("%w: %q", ErrRepeatedField, field))
	}
	part := form.File[field][0]
	if !isText(part.Filename) {
		return Uploaded{}, badRequest("the form is malformed", fmt.Errorf("%w: the file's name", errField))
	}
	upload.Name = part.Filename
	upload.Content, err = contentOf(part)
	return upload, err
}

// ParseUpload parses the form once and caches the result.
func ParseUpload(c echo.Context) (*multipart.Form, error) {
	r := c.Request()
	// The limit exceeds the body, so no temporary files are made.
	if err := r.ParseMultipartForm(UploadBody + 1); err != nil {
		return nil, bodyError(err)
	}
	for name, values := range r.MultipartForm.Value {
		if err := strictField(name, values); err != nil {
			return nil, badRequest("the form is malformed", err)
		}
		if err := Once(r.MultipartForm.Value, name); err != nil {
			return nil, err
		}
	}
	return r.MultipartForm, nil
}

func contentOf(part *multipart.FileHeader) (content []byte, err error) {
	file, err := part.Open()
	if err != nil {
		return nil, fmt.Errorf("open an uploaded file: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if content, err = io.ReadAll(file); err != nil {
		return nil, fmt.Errorf("read an uploaded file: %w", err)
	}
	return content, nil
}
