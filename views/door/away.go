package door

import "rollbook/views/layout"

// AwayView is the page that a tablet shows without a network if it has stored no page of today. It continues
// by itself when the network is back.
type AwayView struct{ layout.Page }
