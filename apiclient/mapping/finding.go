package mapping

import (
	"errors"

	"rollbook/apiclient"
)

// Finding classifies how a call was answered.
type Finding string

// The findings.
const (
	FindingWorks        Finding = "works"
	FindingPartly       Finding = "partly"        // it works, but some items or fields cannot be read
	FindingDoubtful     Finding = "doubtful"      // it works, and a person must decide before it is used
	FindingEmpty        Finding = "empty"         // it answers, with no items
	FindingKeyRefused   Finding = "key refused"   // 401
	FindingWrongPath    Finding = "wrong path"    // 404 and other answers of something else
	FindingUnreadable   Finding = "unreadable"    // it answers, but the list is not where the mapping says
	FindingElsewhere    Finding = "elsewhere"     // its next page is at another address
	FindingNotReached   Finding = "not reached"   // nothing was sent; the error has the reason
	FindingFailed       Finding = "failed"        // the service failed or did not answer in time
	FindingNotTried     Finding = "not tried"     // it needs a value that an earlier call did not give
	FindingNoCall       Finding = "no call"       // the mapping says that the service has no such call
	FindingWrongMapping Finding = "wrong mapping" // the mapping itself cannot be used
)

// Finding classifies how the list was read. Err is the error of reading it.
func (l *List) Finding(err error) Finding {
	failure, failed := errors.AsType[*apiclient.Error](err)
	switch {
	case failed:
		return FindingOf(failure)
	case errors.Is(err, ErrNotMapped):
		return FindingNoCall
	case err != nil:
		return FindingFailed
	case l.Doubtful() != nil:
		return FindingDoubtful
	case len(l.Items) == 0 && l.Unreadable > 0:
		return FindingUnreadable
	case len(l.Problems) > 0:
		return FindingPartly
	case len(l.Items) == 0:
		return FindingEmpty
	}
	return FindingWorks
}

// FindingOf classifies a failed call.
func FindingOf(failure *apiclient.Error) Finding {
	switch {
	case failure.Kind == apiclient.Unauthorized:
		return FindingKeyRefused
	case failure.Kind == apiclient.Misconfigured || failure.Kind == apiclient.Rejected:
		return FindingWrongPath
	case failure.Kind == apiclient.NotSent:
		return FindingNotReached
	case errors.Is(failure, apiclient.ErrElsewhere):
		return FindingElsewhere
	case failure.Detail() != "":
		return FindingUnreadable
	}
	return FindingFailed
}
