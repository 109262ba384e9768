package document

import (
	"encoding/json"
	"testing"
)

func TestAnEntryHasItsFactsFromElsewhereInTheAnswer(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct{ answer, want string }{
		"columns and rows":           {`{"columns":["id","name"],"rows":[[1,"Ada"],[2,"Bo"]]}`, `{"columns":["id","name"],"rows":[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]}`},
		"columns that are objects":   {`{"a":{"cols":[{"field":"id"},{"field":"n"}],"data":[[1,2]]}}`, `{"a":{"cols":[{"field":"id"},{"field":"n"}],"data":[{"id":1,"n":2}]}}`},
		"the first row as columns":   {`[["id","name"],[1,"Ada"]]`, `[{"id":1,"name":"Ada"}]`},
		"rows without columns":       {`[[1,2],[3,4]]`, `[{"column 1 of 2":1,"column 2 of 2":2},{"column 1 of 2":3,"column 2 of 2":4}]`},
		"no heading but a student":   {`{"a":[["046201","Ann"],["046202","Bo"]]}`, `{"a":[{"column 1 of 2":"046201","column 2 of 2":"Ann"},{"column 1 of 2":"046202","column 2 of 2":"Bo"}]}`},
		"rows of two lengths":        {`{"c":["a","b"],"rows":[[1,2],[3]]}`, `{"c":["a","b"],"rows":[{"column 1 of 2":1,"column 2 of 2":2},{"column 1 of 1":3}]}`},
		"columns that repeat":        {`{"c":["a","a"],"rows":[[1,2]]}`, `{"c":["a","a"],"rows":[{"column 1 of 2":1,"column 2 of 2":2}]}`},
		"what is included":           {`{"data":[{"relationships":{"s":{"data":{"type":"p","id":"5"}}}}],"included":[{"type":"p","id":"5","attributes":{"n":"Ada"}}]}`, `{"data":[{"relationships":{"s":{"data":{"attributes":{"n":"Ada"},"id":"5","type":"p"}}}}],"included":[{"attributes":{"n":"Ada"},"id":"5","type":"p"}]}`},
		"what is not included":       {`{"data":[{"relationships":{"s":{"data":{"type":"p","id":"6"}}}}],"included":[{"type":"p","id":[5]}]}`, `{"data":[{"relationships":{"s":{"data":{"id":"6","type":"p"}}}}],"included":[{"id":[5],"type":"p"}]}`},
		"a class around":             {`{"classes":[{"name":"8A","students":[{"id":1}]}]}`, `{"classes":[{"name":"8A","students":[{"^classes":{"name":"8A"},"id":1}]}]}`},
		"a class around, and more":   {`[{"n":"8A","of":{"students":[{"id":1}]}}]`, `[{"n":"8A","of":{"students":[{"^":{"n":"8A"},"id":1}]}}]`},
		"lists under their classes":  {`{"8A":[{"id":1}],"8B":[{"id":2}]}`, `{"8A":[{"^class":{"name":"8A"},"id":1}],"8B":[{"^class":{"name":"8B"},"id":2}]}`},
		"lists of different things":  {`{"students1":[{"id":1}],"classes":[{"name":2}]}`, `{"classes":[{"name":2}],"students1":[{"id":1}]}`},
		"a grade around a class":     {`[{"g":8,"classes":[{"n":"A","students":[{"id":1}]}]}]`, `[{"classes":[{"^":{"g":8},"n":"A","students":[{"^classes":{"^":{"g":8},"n":"A"},"id":1}]}],"g":8}]`},
		"a list of one as an object": {`[{"n":"8A","students":[{"id":1}]},{"n":"8B","students":{"id":2}}]`, `[{"n":"8A","students":[{"^":{"n":"8A"},"id":1}]},{"n":"8B","students":[{"^":{"n":"8B"},"id":2}]}]`},
		"a page around":              {`{"page":1,"items":[{"id":1}]}`, `{"items":[{"id":1}],"page":1}`},
		"nothing":                    {`null`, `null`},
	} {
		decoded, err := Decode([]byte(one.answer))
		if err != nil {
			t.Fatal(err)
		}
		written, err := json.Marshal(Complete(decoded))
		if err != nil || string(written) != one.want {
			t.Errorf("%s: %s, %v", name, written, err)
		}
	}
}
