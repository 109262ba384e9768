// Package sandbox is the third-party school management service itself, small enough to live in one process with
// the tests, the demo and the benchmark. It answers the calls of the service document (sections 4 to 7) from its
// own wire structs, keeps its schools, keys and marks in SQLite, and fails on request in every way a real service
// may.
//
// Everything under /integrations/ is INVENTED: no service has these routes. They exist to set faults and to look
// inside, answer loopback peers only, and must never be reachable by anybody else. What the document leaves open
// (lists, error bodies, failures other than 401) is invented too; /openapi.json says for each call whether the
// service's document shows it. Never keep real students here.
package sandbox
