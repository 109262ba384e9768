package edge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// The time limits of a connection, and the size limit of its header. Long answers (event streams) clear their
// write deadline themselves.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10
	// shutdownGrace limits running requests after the server is told to stop. It is below the 10 s after
	// which Docker kills.
	shutdownGrace = 5 * time.Second
)

// NewServer returns a server with limits against slow clients. net/http answers malformed requests (RFC 9112)
// before any handler.
func NewServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           closeAfterChunks(handler),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// The messages of net/http concern clients: broken connections, bad headers.
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// closeAfterChunks closes the connection after a chunked request. A request that also declares a length may
// try to smuggle another one past a proxy (RFC 9112, sections 6.1 and 11.2). net/http drops the length, so
// the two cannot be distinguished. No browser sends chunks.
func closeAfterChunks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Serve answers on the listener until the context ends. It then accepts no new requests, gives running ones 5
// seconds, and returns nil. Register longer answers with http.Server.RegisterOnShutdown.
func Serve(ctx context.Context, server *http.Server, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	if ended := <-failed; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	if err != nil {
		return fmt.Errorf("stop serving: %w", err)
	}
	return nil
}
