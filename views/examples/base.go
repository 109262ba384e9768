package examples

import "rollbook/views/taking"

// Base holds the words, addresses and files of every example; all fields are required.
type Base = taking.ExampleBase
