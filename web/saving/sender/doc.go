// Package sender sends accepted saves to the schools' services and moves their
// marks on by what comes back. Any number of processes may run one on the same
// database: what is sent is decided under leases that the store gives.
//
// Its time is the runtime's, so that tests run it in a bubble of testing/synctest.
//
// # Why saves are not simply repeated
//
// The service cannot say whether a request that got no answer was applied, and may still apply it
// later. It checks no version, and documents no call that reads what it holds. Simulated with slow
// requests, lost answers and crashes, a loop that repeats each save left the wrong status for 27 %
// of students; one request at a time for each student still did for 11 %; the rule below for none
// of 300,000.
//
// # The rule
//
// A key is a student on a date; its head is the newest that a person wanted for it.
//
//   - Accept (store/accept.go): a save and its students are committed before anybody is told that
//     it is kept. The same token with the same content is answered as the first time.
//   - Claim (store/claim.go): those students of one save who are still heads, and for whom nothing
//     else is under way, get a lease, and the attempt is written down, before anything is sent.
//   - Fence (attempt.go, apiclient): the first byte leaves within 3 s of the claim or not at all,
//     and the connection ends 18 s after it; a lease lasts 20 s.
//   - Close (close.go, store/settle.go): an answer counts for a student who is still the head. An
//     attempt without a valid one is unknown; what arrives after that only enters the history.
//   - Settled is shown as saved: a valid answer, asked for so long after every unknown attempt was
//     closed (60 s unless the school says otherwise) that those can no longer be applied. Until
//     then the mark is sent, shown as being confirmed, and sent once more.
//   - Stop: 30 minutes after its acceptance, or at the school's midnight, a save is no longer sent,
//     and the office decides.
//
// What an answer says about whom is decided where it is read: see package roll (answer.go,
// proof.go, gone.go). TestNoSaveIsLostLateOrFalse holds all this against a service that delays,
// drops, lies and restarts; TestTheModelNoticesWhenAPartOfTheRuleIsMissing takes out each part once.
//
// # Choices
//
//   - A list refused as a whole is halved (again.go): one student's fault must not hold back
//     a class, and the service does not say whose it is.
//   - 404 (gone.go) may be a student who left or an address that moved. Where the period call is still
//     answered, one save at a time is halved. A student is refused only once she was sent alone after
//     another list was accepted, and later saves leave her out until the list is read again.
//   - Calls are few (lanes.go): 4 a school, 64 a process, one after a failure. A school that is down
//     costs the others nothing.
package sender
