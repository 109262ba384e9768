package sandbox

import (
	"context"
	_ "embed"
	"encoding/json"
)

// description is the OpenAPI 3.1 document of all the sandbox's routes.
//
//go:embed openapi.json
var description []byte

func (s *Sandbox) answerOpenAPI(context.Context, *call) (any, error) {
	return json.RawMessage(description), nil
}
