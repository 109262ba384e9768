package roll

import "testing"

func TestOnlyAChangeOfAnotherPersonsStatusByTheOfficeIsACorrection(t *testing.T) {
	t.Parallel()
	absent, present := Status{ID: 2, Family: Absent}, Status{ID: 1, Family: Present}
	teacher, office := Actor{Person: "t", Role: Teacher}, Actor{Person: "o", Role: Office}
	teachers := Mark{Version: 1, Intent: Intent{Status: Status{ID: absent.ID}}, By: teacher}
	for says, one := range map[string]struct {
		mark Mark
		save Save
		row  SaveRow
		want bool
	}{
		"the office changes a teacher's mark": {teachers, Save{Intent: Intent{Status: present}, By: office}, SaveRow{}, true},
		"an admin does":                       {teachers, Save{Intent: Intent{Status: present}, By: Actor{Person: "a", Role: Admin}}, SaveRow{}, true},
		"another of the office does":          {Mark{Version: 2, Intent: Intent{Status: Status{ID: 2}}, By: Actor{Person: "o2", Role: Office}}, Save{Intent: Intent{Status: present}, By: office}, SaveRow{}, true},
		"the office changes a tap":            {Mark{Version: 1, Intent: Intent{Status: Status{ID: 1}}, By: Actor{Person: "tab", Role: AtDoor}}, Save{Intent: Intent{Status: absent}, By: office}, SaveRow{}, true},
		"a first mark":                        {Mark{}, Save{Intent: Intent{Status: present}, By: office}, SaveRow{}, false},
		"its own mark":                        {Mark{Version: 1, Intent: Intent{Status: Status{ID: 2}}, By: office}, Save{Intent: Intent{Status: present}, By: office}, SaveRow{}, false},
		"the same status":                     {teachers, Save{Intent: Intent{Status: absent}, By: office}, SaveRow{}, false},
		"the same status, checked out":        {teachers, Save{Intent: Intent{Status: absent, Check: CheckOut, Observed: "11:00+01:00"}, By: office}, SaveRow{}, false},
		"late":                                {teachers, Save{Intent: Intent{Status: Status{ID: 3, Family: Late}}, By: office}, SaveRow{}, false},
		"left early":                          {teachers, Save{Intent: Intent{Status: Status{ID: 4, Family: LeftEarly}}, By: office}, SaveRow{}, false},
		"a teacher":                           {teachers, Save{Intent: Intent{Status: present}, By: Actor{Person: "t2", Role: Teacher}}, SaveRow{}, false},
		"a tablet":                            {teachers, Save{Intent: Intent{Status: present}, By: Actor{Person: "tab", Role: AtDoor}}, SaveRow{}, false},
		"a cover":                             {teachers, Save{Intent: Intent{Status: present}, By: Actor{Person: "c", Role: Covering}}, SaveRow{}, false},
		"a decision about both values":        {teachers, Save{Intent: Intent{Status: present}, By: office}, SaveRow{Decided: true}, false},
		"a mark that proves the connection":   {teachers, Save{Intent: Intent{Status: present}, By: Actor{Person: "a", Role: Admin}, Guided: "c"}, SaveRow{}, false},
	} {
		if got := one.mark.CorrectedBy(one.save, one.row); got != one.want {
			t.Errorf("%s: %t", says, got)
		}
	}
}

func TestAMarkShowsAReturnedStatusOfAnEarlierSaveOnly(t *testing.T) {
	t.Parallel()
	save := Save{Token: "b", Intent: Intent{Status: Status{ID: 2}}}
	for says, one := range map[string]struct {
		mark Mark
		want bool
	}{
		"an earlier save": {Mark{Save: "a", Intent: Intent{Status: Status{ID: 2}}, Outcome: Saved}, true},
		"this save":       {Mark{Save: "b", Intent: Intent{Status: Status{ID: 2}}, Outcome: Saved}, false},
		"another status":  {Mark{Save: "a", Intent: Intent{Status: Status{ID: 3}}, Outcome: Saved}, false},
		"no answer yet":   {Mark{Save: "a", Intent: Intent{Status: Status{ID: 2}}, Outcome: Waiting}, false},
	} {
		if got := one.mark.Shows(save); got != one.want {
			t.Errorf("%s: %t", says, got)
		}
	}
}
