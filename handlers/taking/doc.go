// Package taking has the pages of a roll: the classes of today, the roll of a class, its press of
// Save with the outcomes, and the questions that a press leaves open.
//
// A press goes this way, from the request to the row on the screen, one file after the other:
//
//	handlers/routes.go                      names the handler, and who may press
//	handlers/door/press.go                  answers for a tablet whose roll is not open
//	handlers/taking/roll_press.go           hands the press to the desk
//	handlers/desk/desk.go                   takes it
//	handlers/desk/form.go                   reads its form
//	web/saving/submission/submission.go     has it judged and kept, and waits a moment for its outcome
//	web/saving/submission/judge.go          judges what it asks for
//	web/saving/sender/accept.go             has it kept, and begins to send it
//	web/store/saves/accept.go               keeps it, one save a status
//	web/store/saves/claim.go                takes the lease on its marks with the same commit
//	web/saving/sender/attempt.go            makes the attempt
//	web/connecting/services/send.go         sends it with the school's key and mapping
//	apiclient/save.go                       writes the request, and reads the answer
//	apiclient/sending.go                    writes no byte of it too late
//	web/roll/answer.go                      holds the answer against what was asked
//	web/saving/sender/close.go              closes the attempt
//	web/roll/progress.go                    says what each mark becomes
//	web/store/saves/settle.go               writes that, and closes the attempt in the database
//	handlers/taking/sheet.go                reads the roll anew, for roll_press.go to answer with
//	handlers/taking/roll_rows.go            makes the cells of its rows, which views/taking shows
package taking
