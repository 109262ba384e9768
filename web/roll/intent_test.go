package roll

import "testing"

func TestAnEarlierVersionKnowsTheContentOfASave(t *testing.T) {
	t.Parallel()
	const known = "76315802381a6176"
	if got := wholeSave().ContentHash(); got != known {
		t.Errorf("the content is %s, not %s: a save that was sent twice during an update is refused", got, known)
	}
}

func TestMarksThatSendTheSameValuesShareACall(t *testing.T) {
	t.Parallel()
	of := Intent{Status: Status{ID: 2, Name: "Late"}, Check: CheckIn, CheckTime: "08:45", Observed: "08:45+01:00"}
	for what, one := range map[string]struct {
		change func(*Intent)
		shares bool
	}{
		"another status":            {func(i *Intent) { i.Status.ID = 3 }, false},
		"another check":             {func(i *Intent) { i.Check = CheckOut }, false},
		"another time of the check": {func(i *Intent) { i.CheckTime = "08:46" }, false},
		"a renamed status":          {func(i *Intent) { i.Status.Name = "Tardy" }, true},
		"a time that is not sent":   {func(i *Intent) { i.Observed = "08:46+01:00" }, true},
	} {
		other := of
		one.change(&other)
		if shares := of.Call() == other.Call(); shares != one.shares {
			t.Errorf("%s shares a call: %t", what, shares)
		}
	}
}

func TestAStatusFoundInTheSchoolSystemIsKnownByItsName(t *testing.T) {
	t.Parallel()
	late := Intent{Status: Status{ID: 3, Name: "Late"}, Observed: "08:45+01:00"}
	for what, one := range map[string]struct {
		other Intent
		same  bool
	}{
		"a renamed status":       {Intent{Status: Status{ID: 3, Name: "Tardy"}, Observed: late.Observed}, true},
		"a namesake":             {Intent{Status: Status{ID: 4, Name: "Late"}, Observed: late.Observed}, false},
		"found there":            {Intent{Status: Status{Name: "Late"}, Observed: late.Observed}, true},
		"found there, no time":   {Intent{Status: Status{Name: "Late"}}, false},
		"another found there":    {Intent{Status: Status{Name: "Absent"}, Observed: late.Observed}, false},
		"sent in another manner": {Intent{Status: late.Status, Observed: late.Observed, Check: CheckIn}, true},
	} {
		if same := late.Same(one.other); same != one.same {
			t.Errorf("%s is the same: %t", what, same)
		}
	}
}
