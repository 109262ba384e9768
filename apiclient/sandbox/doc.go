// Package sandbox is the third-party school management service itself, small enough to run in one process
// with the tests, the demo and the benchmark. It answers the calls of the service document (sections 4 to 7)
// from its own wire structs, has its schools, keys and marks in memory, keeps their changes in a file if it has
// one, and fails on request in every way that a real service may.
//
// Everything under /integrations/ is INVENTED: no service has these routes. They set faults and inspect the
// service, answer loopback peers only, and must never be reachable from elsewhere. Whatever the document
// leaves open (lists, error bodies, failures other than 401) is invented too; /openapi.json states for each
// call whether the service's document shows it. Never store real students here.
package sandbox
