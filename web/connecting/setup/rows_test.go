package setup

import (
	"slices"
	"testing"

	"rollbook/apiclient/mapping"
)

func TestEveryCallHasARowInTheSameOrder(t *testing.T) {
	t.Parallel()
	var calls []mapping.Call
	for _, row := range rows() {
		calls = append(calls, row.call)
	}
	if !slices.Equal(calls, mapping.Calls()) {
		t.Errorf("the rows are those of %v, the calls are %v", calls, mapping.Calls())
	}
}
