package apiclient

import (
	"encoding/json"
	"net/http"

	"rollbook/apiclient/document"
)

// saysGone tells whether the answer is a program's word that something is not there: 404 or 410 with a
// whole JSON body. Without one it is a web server's, which knows no student.
func (r Reply) saysGone() bool {
	return (r.status == http.StatusNotFound || r.status == http.StatusGone) && r.broken == nil && json.Valid(document.WithoutByteOrderMark(r.Body))
}
