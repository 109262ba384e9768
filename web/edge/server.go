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

// How long a connection may take, and how much it may send before its body. Answers
// that last (event streams) clear their write deadline themselves.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10
	// shutdownGrace bounds requests under way after the server is told to stop: below the 10 s after
	// which Docker kills.
	shutdownGrace = 5 * time.Second
)

// NewServer is a server with limits for everything that a client may do slowly.
// Malformed requests (RFC 9112) are answered by net/http before any handler.
func NewServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           closeAfterChunks(handler),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// What net/http has to say is about clients: broken connections, bad headers.
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// closeAfterChunks ends the connection after a request in chunks. One that announces a
// length as well may be meant to smuggle another request past a proxy (RFC 9112, sections
// 6.1 and 11.2); net/http drops the length, so the two cannot be told apart. No browser
// sends chunks.
func closeAfterChunks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Serve answers on the listener until the context ends. Requests under way then have
// 5 seconds, while no new ones are taken; the error is nil after that. Whoever
// answers for longer registers with http.Server.RegisterOnShutdown.
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
