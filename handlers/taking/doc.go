// Package taking has the pages of a roll: the classes of today, the roll of a class, its press of
// Save with the outcomes, and the questions that a press leaves open.
//
// A press goes this way, from the request to the row on the screen, one file after the other:
//
//	handlers/routes.go                      has the handler and the required action
//	handlers/door/press.go                  answers for a tablet whose roll is not open
//	handlers/taking/roll_press.go           passes the press to the desk
//	handlers/desk/desk.go                   receives it
//	handlers/desk/form.go                   parses its form
//	web/saving/submission/submission.go     has it checked and stored, and waits briefly for its outcome
//	web/saving/submission/judge.go          checks it
//	web/saving/sender/accept.go             stores it, and begins to send it
//	web/store/saves/accept.go               stores it, one save for each status
//	web/store/saves/claim.go                takes the lease on its marks in the same commit
//	web/saving/sender/attempt.go            makes the attempt
//	web/connecting/services/send.go         sends it with the school's key and mapping
//	apiclient/save.go                       writes the request, and reads the answer
//	apiclient/sending.go                    refuses to write a byte too late
//	web/roll/answer.go                      compares the answer with the request
//	web/saving/sender/close.go              closes the attempt
//	web/roll/progress.go                    determines the new state of each mark
//	web/store/saves/settle.go               stores that, and closes the attempt in the database
//	handlers/taking/sheet.go                reads the roll again, for the answer of roll_press.go
//	handlers/taking/roll_rows.go            makes the cells of its rows, which views/taking renders
package taking
