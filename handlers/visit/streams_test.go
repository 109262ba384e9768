package visit

import "testing"

func TestAnAccountMayOpenTheNextStreamWhenOneOfTooManyHasEnded(t *testing.T) {
	t.Parallel()
	open := NewStreams(nil, nil, nil).open
	for count := range mostStreams {
		if !open.Enter("person ada") {
			t.Fatalf("stream %d is refused", count+1)
		}
	}
	if open.Enter("person ada") {
		t.Errorf("stream %d is open", mostStreams+1)
	}
	if !open.Enter("person bob") {
		t.Error("another account's stream is refused")
	}
	open.Leave("person ada")
	if !open.Enter("person ada") {
		t.Error("after one has ended the next is refused")
	}
}
