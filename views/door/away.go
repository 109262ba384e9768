package door

import "rollbook/views/layout"

// AwayView is the page that a tablet shows without a network where it keeps no page of today. It goes on
// by itself when the network is back.
type AwayView struct{ layout.Page }
