package command

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rollbook/web/paths"
)

// healthcheck checks the server on this machine.
type healthcheck struct{}

const healthcheckLimit = 5 * time.Second

// Run requests /healthz at the address of the server.
func (healthcheck) Run(ctx context.Context, p *process) (err error) {
	config, err := readSettings()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthcheckLimit)
	defer cancel()
	address := "http://" + reachable(config.Listen) + paths.New(config.BasePath()).Health()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	// The default transport would use a proxy.
	transport := &http.Transport{DisableKeepAlives: true}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server does not answer as it should: %s answered %d", address, answer.StatusCode)
	}
	return p.print("ok\n")
}
