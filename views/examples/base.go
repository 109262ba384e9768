package examples

import (
	"rollbook/static"
	"rollbook/web/language"
	"rollbook/web/paths"
)

// Base is what every example is made of; all of it is required.
type Base struct {
	Words  *language.Words
	Paths  paths.Paths
	Assets *static.Assets
}
