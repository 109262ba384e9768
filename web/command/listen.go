package command

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"strconv"
)

// listen listens at the address, host:port.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", address)
}

// portsTried limits how many ports in a row are skipped.
const portsTried = 100

// listenOnLoopback listens at the address, or at the next port that the system allows.
func listenOnLoopback(ctx context.Context, address string) (net.Listener, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usage("--listen: %q is not host:port", address)
	}
	first, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, usage("--listen: %q has no port from 0 to 65535", address)
	}
	if host == "localhost" || host == "" {
		host = "127.0.0.1"
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsLoopback() {
		return nil, usage("--listen: the demonstration listens on this computer only, such as at 127.0.0.1:8080")
	}
	for port := first; ; port++ {
		listener, err := listen(ctx, net.JoinHostPort(host, strconv.FormatUint(port, 10)))
		// Windows refuses ports that it reserves for itself, as if they were private.
		failed, ok := errors.AsType[*os.SyscallError](err)
		if !ok || failed.Syscall != "bind" || port == min(first+portsTried, 1<<16-1) {
			return listener, err
		}
	}
}

// reachable returns an address at which this machine can reach the listener.
func reachable(listening string) string {
	host, port, err := net.SplitHostPort(listening)
	if err != nil {
		return listening
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
