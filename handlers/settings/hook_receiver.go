package settings

import (
	"errors"
	"io"
	"net/http"
	"os"

	"github.com/labstack/echo/v4"

	"rollbook/web/lists/hooks"
	"rollbook/web/roll"
)

// HookReceiver answers the school systems' webhooks. Its answers are for programs, and do not reveal whether
// a school exists.
type HookReceiver struct{ hooks *hooks.Hooks }

// longestHeader limits each header of a delivery, in bytes.
const longestHeader = 4 << 10

// Post handles a delivery with the school's signature.
func (h *HookReceiver) Post(c echo.Context) error {
	r := c.Request()
	for _, values := range r.Header {
		for _, value := range values {
			if len(value) > longestHeader {
				return respond(c, http.StatusRequestHeaderFieldsTooLarge, "a header is too long")
			}
		}
	}
	body, err := io.ReadAll(r.Body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return respond(c, http.StatusRequestEntityTooLarge, "the body is too long")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return respond(c, http.StatusRequestTimeout, "the body did not arrive in time")
	case err != nil:
		return respond(c, http.StatusBadRequest, "the body could not be read")
	}
	result, err := h.hooks.Receive(r.Context(), roll.SchoolID(c.Param("school")), r.Header, body)
	if err != nil {
		return err
	}
	switch result {
	case hooks.Accepted:
		return respond(c, http.StatusAccepted, "")
	case hooks.Replayed:
		// A repeated delivery means that our answer was lost. An error would make the system retry for days.
		return respond(c, http.StatusOK, "")
	case hooks.Unreadable:
		return respond(c, http.StatusBadRequest, "the body is nested too deep")
	case hooks.Refused:
	}
	return respond(c, http.StatusUnauthorized, "the signature is not valid")
}

// respond answers with one line, or with no body.
func respond(c echo.Context, status int, problem string) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	if problem == "" {
		return c.NoContent(status)
	}
	return c.JSON(status, map[string]string{"error": problem})
}
