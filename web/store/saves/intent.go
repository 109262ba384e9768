package saves

import "rollbook/web/roll"

// intentColumns are the columns of a save that store its intent.
const intentColumns = `status_id, status_name, family, check_kind, check_time, observed`

// foundIntent are intentColumns of a status that a reading c found in the school system.
const foundIntent = `0, c.status, '', '', '', ''`

// intentValues returns the values of intentColumns.
func intentValues(i roll.Intent) []any {
	return []any{i.Status.ID, i.Status.Name, i.Status.Family, i.Check, i.CheckTime, i.Observed}
}

// toIntent returns the targets of a scan of intentColumns.
func toIntent(i *roll.Intent) []any {
	return []any{&i.Status.ID, &i.Status.Name, &i.Status.Family, &i.Check, &i.CheckTime, &i.Observed}
}
