package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// failure is an answer other than 200. The service document shows only 401 and no error body: this shape and
// every other status are the sandbox's own.
type failure struct {
	status  int
	message string
	allow   string // for a 405: the methods of the path
}

// Error returns the message for the caller.
func (f *failure) Error() string { return f.message }

func refuse(status int, format string, arguments ...any) error {
	return &failure{status: status, message: fmt.Sprintf(format, arguments...)}
}

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

func jsonAnswer(status int, value any) (answer, error) {
	body, err := encode(value)
	if err != nil {
		return answer{}, err
	}
	return answer{status: status, header: map[string]string{"Content-Type": "application/json"}, body: body}, nil
}

// encode does not escape HTML: `<b>` in a name is text, and JSON needs no escape for it.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// shownFailure returns the part of an error that a caller may see: a failure itself, and those Go API errors
// that a caller can correct. It returns false for all others.
func shownFailure(err error) (shown *failure, ok bool) {
	if shown, ok = errors.AsType[*failure](err); ok {
		return shown, true
	}
	statuses := map[Kind]int{
		KindInvalid: http.StatusBadRequest, KindNotFound: http.StatusNotFound, KindTooManyKeys: http.StatusConflict,
		KindInternal: 0, KindKeyNotShownAgain: 0, KindTaken: 0, KindForeignFile: 0,
	}
	known, ok := errors.AsType[*Error](err)
	if !ok || statuses[known.Kind] == 0 {
		return nil, false
	}
	return &failure{status: statuses[known.Kind], message: known.Message}, true
}

// failureAnswer turns any error into an answer. It hides errors of other origin behind a bare 500.
func (s *Sandbox) failureAnswer(err error) answer {
	shown, ok := shownFailure(err)
	if !ok {
		s.options.Logger.Error("sandbox: request failed", "error", err)
		shown = &failure{status: http.StatusInternalServerError, message: "internal error"}
	}
	made, err := jsonAnswer(shown.status, errorBody{shown.status, http.StatusText(shown.status), shown.message})
	if err != nil {
		s.options.Logger.Error("sandbox: error body", "error", err)
		return answer{status: http.StatusInternalServerError}
	}
	if shown.allow != "" {
		made.header["Allow"] = shown.allow
	}
	return made
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
