//go:build race

package discovery

// mostAllocated is in bytes. With the race detector sync.Pool drops some of its buffers, so that the same answer
// allocates more.
const mostAllocated = 400 << 20
