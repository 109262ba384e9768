// Package taking has the pages of a roll: the classes of today, the roll of a class, its press of
// Save with what became of it, and the questions that a press leaves open.
//
// A press goes this way, from request to row: handlers/routes.go names the handler; roll_press.go
// here reads the form and has it kept; web/saving judges it (judge.go) and hands it to the sender
// (saving.go); web/sender accepts (accept.go) and claims through web/store (accept.go, claim.go,
// claim_kept.go), sends through web/connection (send.go) and apiclient (save.go, sending.go,
// answer.go); web/roll holds the answer against what was asked (answer.go) and says what each mark
// becomes (progress.go); web/sender closes the attempt (close.go) and web/store writes it
// (settle.go); roll_press.go waits, reads the sheet anew (roll.go, roll_rows.go) and sums it up
// (roll_summary.go); views/part shows the row's cell.
package taking
