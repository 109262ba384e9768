package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
)

// errorBody is the body of an answer other than 200. The service document shows none: this one is invented.
type errorBody struct {
	Status  int    `json:"status"`
	Error   string `json:"error"`
	Message string `json:"message"`
}

// answer is a complete response before it is written, so that a fault can still change it.
type answer struct {
	status int
	header map[string]string
	body   []byte
}

// pagePolicy forbids scripts and allows only the page's own style sheet and its empty icon.
const pagePolicy = "default-src 'none'; style-src 'self'; img-src data:; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// answerOf turns a value, or the error in its place, into an answer. It hides errors that no caller can correct
// behind a bare 500.
func answerOf(value any, err error, log *slog.Logger) answer {
	if made, ok := value.(answer); ok {
		return made
	}
	status, header := http.StatusOK, map[string]string{"Content-Type": "application/json"}
	if err != nil {
		shown, known := errors.AsType[*Error](err)
		if !known || shown.status == 0 {
			log.Error("sandbox: request failed", "error", err)
			shown = &Error{status: http.StatusInternalServerError, Message: "internal error"}
		}
		if shown.allow != "" {
			header["Allow"] = shown.allow
		}
		status = shown.status
		value = errorBody{status, http.StatusText(status), shown.Message}
	}
	body, err := encode(value)
	if err != nil {
		log.Error("sandbox: answer", "error", err)
		status = http.StatusInternalServerError
	}
	return answer{status: status, header: header, body: body}
}

// encode does not escape HTML: `<b>` in a name is text, and JSON needs no escape for it.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

func (a answer) writeTo(w http.ResponseWriter) error {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	for name, value := range a.header {
		header.Set(name, value)
	}
	w.WriteHeader(a.status)
	if len(a.body) == 0 {
		return nil
	}
	_, err := w.Write(a.body)
	return err
}
