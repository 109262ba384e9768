package examples

import "rollbook/views/taking"

// Base is what every example is made of; all of it is required.
type Base = taking.ExampleBase
