package taking_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestNobodyOfTheOfficeIsToldToTellTheOffice(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, Status: http.StatusBadRequest,
		Body: new(`{"message":"The day is locked."}`)}))
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	for who, says := range map[string]string{
		apptest.Teacher: "did not accept this mark. Tell the office.", apptest.OfficeWorker: "The day board shows its answer.",
	} {
		if why := p.As(t, who).Get(apptest.EightB).Text(".why"); !strings.HasSuffix(why, says) {
			t.Errorf("%s reads %q", who, why)
		}
	}
	if board := p.As(t, apptest.OfficeWorker).Get(apptest.DayPath).Text("main"); !strings.Contains(board, "The day is locked.") {
		t.Errorf("the board says %q", board)
	}
}
