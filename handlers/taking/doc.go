// Package taking has the pages of a roll: the classes of today, the roll of a class, its press of
// Save with what became of it, and the questions that a press leaves open.
//
// A press goes this way, from request to row, one file after the other:
//
//  1. handlers/routes.go names the handler, and roll_press.go here hands the press to the desk.
//  2. handlers/desk takes it: desk.go, form.go (reading), closed.go (a closed day), refusal.go.
//  3. web/saving judges it and has it kept: saving.go, judge.go.
//  4. web/sender accepts and claims it (accept.go, attempt.go) with web/store (accept.go, claim.go),
//     and sends it by web/connection (send.go) and apiclient (save.go, sending.go).
//  5. web/roll holds the answer against what was asked (answer.go) and says what each mark becomes
//     (progress.go); web/sender closes the attempt (close.go), and web/store writes it (settle.go).
//  6. roll_press.go reads the sheet anew (roll.go, roll_rows.go), and views shows its cells.
package taking
