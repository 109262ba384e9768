package examples

import "rollbook/views/taking"

// Base holds the words, addresses and files of every example; all of it is required.
type Base = taking.ExampleBase
