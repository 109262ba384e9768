package engine

import "testing"

func TestParametersAreWrittenAnonymouslyOnlyInTheirOrder(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"SELECT 1":                      "SELECT 1",
		"VALUES ($1,$2),($3,$4)":        "VALUES (?,?),(?,?)",
		"a = $1 OR b = $1":              "a = $1 OR b = $1",
		"a = $2 AND b = $1":             "a = $2 AND b = $1",
		"a IN (" + List(0, 12) + ")":    "a IN (?,?,?,?,?,?,?,?,?,?,?,?)",
		"a = $12":                       "a = $12",
		"a = $1 AND b = $2 AND c = $12": "a = $1 AND b = $2 AND c = $12",
	} {
		if got := anonymous(query); got != want {
			t.Errorf("%q became %q", query, got)
		}
	}
}
