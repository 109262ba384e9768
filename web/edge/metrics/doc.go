// Package metrics counts what a program does and writes it in the text format of Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats/, version 0.0.4). The format is
// small; the library for it would make the program 2.25 MiB larger.
package metrics
