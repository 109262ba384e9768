package edge

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"
)

// This file has everything that versions 4 and 5 of echo write in different ways (.github/CONTRIBUTING.md, "Move to
// echo 5").

// Answer returns the answer of the request: its status, its bytes, and whether its head is sent.
func Answer(c echo.Context) *echo.Response { return c.Response() }

// Flush sends what is written of the answer.
func Flush(c echo.Context) error { return http.NewResponseController(Answer(c).Writer).Flush() }

// answerBy makes w the writer of the request's answer.
func answerBy(c echo.Context, w http.ResponseWriter) { c.SetResponse(echo.NewResponse(w, c.Echo())) }

// Refusal returns the error that is answered with the status. A cause may be nil.
func Refusal(status int, message string, cause error) error {
	return echo.NewHTTPError(status, message).SetInternal(cause)
}

// RefusedWith returns the status of an error of Refusal, or of echo's own.
func RefusedWith(err error) (status int, ok bool) {
	refusal, ok := errors.AsType[*echo.HTTPError](err)
	if !ok {
		return 0, false
	}
	return refusal.Code, true
}

// AnswerErrors makes answer turn the errors of handlers into answers.
func AnswerErrors(e *echo.Echo, answer func(echo.Context, error)) {
	e.HTTPErrorHandler = func(err error, c echo.Context) { answer(c, err) }
}

// answerError answers with an error at once.
func answerError(c echo.Context, err error) { c.Error(err) }

// Routes returns the routes of the program.
func Routes(e *echo.Echo) []*echo.Route { return e.Routes() }
