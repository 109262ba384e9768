package connecting_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"rollbook/handlers/apptest"
)

// tells expects all texts on a page.
func tells(t *testing.T, a apptest.Answer, texts ...string) {
	t.Helper()
	said := a.Text("main")
	for _, text := range texts {
		if !strings.Contains(said, text) {
			t.Errorf("the page does not say %q: %s", text, said)
		}
	}
}

func TestTotalsAndRepeatedLinesAreLeftOutWithOnePress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	const list = "Harbour School;;\n\nEnrolment;Name;Class\n007001;\"Kim\nLund\";8B\n7002;Ada;8B\n7002;Ada;8B\nTotal;2;\n"
	preview := v.Follow(v.Bring("list.csv", list)).Want(t, http.StatusOK)
	tells(t, preview, "2 lines are not students", "In line 7: The same as line 6.", "In line 8: \"Total 2\" looks like a total.", "1 number is written in another way in the file: 007001 is read as 7001.")
	if preview.Page.Find("form[action$='/file'][method=post]").Length() != 0 {
		t.Fatal("it can be saved before anybody said what these lines are")
	}
	form := preview.Form("form[action$='/file'][method=get]:has(button[name=skip])")
	form.Set("skip", preview.Page.Find("button[name=skip]").AttrOr("value", ""))
	preview = v.Get(apptest.FilePath+"?"+form.Encode()).Want(t, http.StatusOK)
	tells(t, preview, "Left out: 2 lines that are not students.", "2 students in 1 class")
	v.Confirm(preview).Want(t, http.StatusSeeOther)
	got := p.List(t, apptest.Harbour, v.Get(apptest.StudentsPath).Form("form[enctype]").Get("period"))
	if len(got) != 2 || got[0].ID != 7001 || got[0].Name() != "Kim Lund" || got[1].ID != 7002 {
		t.Errorf("stored is %+v", got)
	}
}

func TestEachSheetOfAWorkbookIsAClass(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	book := excelize.NewFile()
	_, first := book.NewSheet("8Y")
	_, second := book.NewSheet("8Z")
	apptest.Must(t, errors.Join(first, second, book.SetCellValue("Sheet1", "A1", "Harbour School"),
		book.SetSheetRow("8Y", "A1", &[]any{"Class list 8Y"}), book.SetSheetRow("8Y", "A3", &[]any{"Enrolment", "Name"}), book.SetSheetRow("8Y", "A4", &[]any{7001, "Kim"}),
		book.SetSheetRow("8Z", "A1", &[]any{"Name", "Enrolment"}), book.SetSheetRow("8Z", "A2", &[]any{"Ada", "no number"})))
	packed, err := book.WriteToBuffer()
	apptest.Must(t, err)
	tells(t, v.Bring("list.xlsx", packed.String()).Want(t, http.StatusUnprocessableEntity), "In line 2 of sheet 8Z: \"no number\" is not a number in plain digits.")
	apptest.Must(t, book.SetCellValue("8Z", "B2", 7002))
	packed, err = book.WriteToBuffer()
	apptest.Must(t, err)
	preview := v.Follow(v.Bring("list.xlsx", packed.String())).Want(t, http.StatusOK)
	tells(t, preview, "each sheet is a class: 8Y, 8Z.", "the number that marks are saved with: Sheet1.", "2 students in 2 classes")
	form := preview.Form("form[action$='/file'][method=get]")
	form.Set("sheet", "8Z")
	tells(t, v.Get(apptest.FilePath+"?"+form.Encode()).Want(t, http.StatusOK), "1 student in 1 class", "Ada")
	v.Confirm(preview).Want(t, http.StatusSeeOther)
	got := p.List(t, apptest.Harbour, v.Get(apptest.StudentsPath).Form("form[enctype]").Get("period"))
	if len(got) != 2 || got[0].ClassName != "8Y" || got[1].ClassName != "8Z" || got[1].Name() != "Ada" {
		t.Errorf("stored is %+v", got)
	}
}

func TestALineThatNamesTheColumnsIsChosenByHand(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	preview := v.Follow(v.Bring("list.csv", "Enrolment;Name;Class\nEnrolment;Class;Name\n7001;8B;Kim\n")).Want(t, http.StatusOK)
	form := preview.Form("form[action$='/file'][method=get]:has(select[name=header])")
	if form.Get("header") != "1" {
		t.Fatalf("the header is in line %q", form.Get("header"))
	}
	form.Set("header", "2")
	preview = v.Get(apptest.FilePath+"?"+form.Encode()).Want(t, http.StatusOK)
	tells(t, preview, "Kim", "1 student in 1 class")
	v.Confirm(preview).Want(t, http.StatusSeeOther)
	got := p.List(t, apptest.Harbour, v.Get(apptest.StudentsPath).Form("form[enctype]").Get("period"))
	if len(got) != 1 || got[0].Name() != "Kim" || got[0].ClassName != "8B" {
		t.Errorf("stored is %+v", got)
	}
}

func TestAWebPageThatIsCalledXlsIsSaidToBeOneWithWhatToDo(t *testing.T) {
	t.Parallel()
	v := apptest.Boot(t).As(t, apptest.OfficeWorker)
	page := v.Bring("list.xls", "<html><body><table><tr><td>Enrolment</td></tr></table></body></html>").Want(t, http.StatusUnprocessableEntity)
	tells(t, page, "This is a web page, even if its name ends in .xls.", "save it as .xlsx")
}
