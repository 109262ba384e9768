package faults_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/handlers/apptest"
)

func TestAConnectionThatIsGivenUpLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		network := apptest.NewNetwork()
		network.Listen(apptest.ServiceHost)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := network.Dial(ctx, apptest.ServiceHost); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ended with %v", err)
		}
	})
}

// slam makes connections to host:port break before a byte is written, until mended is called.
func slam(n *apptest.Network, address string) (mended func()) {
	set := func(slammed bool) {
		n.Mu.Lock()
		defer n.Mu.Unlock()
		n.Slammed[address] = slammed
	}
	set(true)
	return func() { set(false) }
}

// received counts the bytes that came from host:port.
func received(n *apptest.Network, address string) int64 {
	n.Mu.Lock()
	defer n.Mu.Unlock()
	return n.Bytes[address]
}
