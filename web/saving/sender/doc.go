// Package sender sends accepted saves to the schools' services and updates their marks with the answers.
// Several processes may each run a Sender on the same database: leases in the store decide which process sends
// which save.
//
// It uses the runtime's clock, so that tests run it in a bubble of testing/synctest.
//
// # Why saves are not simply repeated
//
// The service cannot report whether it applied a request that got no answer, and may still apply it later. It
// checks no version, and documents no call that reads its marks. In simulations with slow requests, lost
// answers and crashes, a loop that repeated each save left the wrong status for 27 % of students; one request
// at a time for each student left it for 11 %; the rule below for none of 300,000.
//
// # The rule
//
// A key is a student on a date; its head is the newest mark that a person made for it.
//
//   - Accept (store/saves/accept.go): Rollbook commits a save and its students before it confirms the press. It
//     answers the same token with the same content as the first time.
//   - Claim (store/saves/claim.go): before anything is sent, the students of one save who are still heads, and have
//     no other attempt under way, get a lease, and the store records the attempt.
//   - Fence (attempt.go, apiclient): the first byte leaves within 3 s of the claim or not at all, and the
//     connection ends 18 s after it; a lease lasts 20 s.
//   - Close (close.go, store/saves/settle.go): an answer counts for a student who is still the head. An attempt
//     without a valid answer is unknown; a later answer only enters the history.
//   - Settle: a mark is shown as saved after a valid answer to a request sent so long after every unknown
//     attempt was closed (60 s unless the school sets another time) that the service can no longer apply those
//     attempts. Until then the mark is sent, shown as being confirmed, and sent once more.
//   - Stop: 30 minutes after its acceptance, or at the school's midnight, a save is no longer sent, and the
//     office decides.
//
// Package roll interprets the answers (answer.go, proof.go, gone.go). TestNoSaveIsLostLateOrFalseWhateverTheServiceDoes
// checks the rule against a service that delays, drops, lies and restarts;
// TestTheModelNoticesWhenAPartOfTheRuleIsMissing removes each part once.
//
// # Choices
//
//   - A list that the service refuses as a whole is halved (close.go): one student's fault must not hold back a
//     class, and the service does not name the student.
//   - 404 (gone.go) may mean a student who left or an address that moved. If the service still answers the
//     period call, one save at a time is halved. A student is refused only if she was sent alone after another
//     list was accepted; later saves omit her until the list is read again.
//   - Calls at once are few (lanes.go): 4 for a school at first, up to 16 while its answers stay quick, one after a
//     failure, and 64 for the process. A school that is down does not delay the others.
package sender
