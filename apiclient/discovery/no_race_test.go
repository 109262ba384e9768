//go:build !race

package discovery

// mostAllocated is the most that reading one answer may allocate, in bytes.
const mostAllocated = 200 << 20
