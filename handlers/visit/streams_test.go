package visit

import "testing"

func TestAnAccountMayOpenTheNextStreamWhenOneOfTooManyHasEnded(t *testing.T) {
	t.Parallel()
	streams := NewStreams(nil, nil, nil)
	var leave func()
	for count := range mostStreams {
		var ok bool
		if leave, ok = streams.enter("person ada"); !ok {
			t.Fatalf("stream %d is refused", count+1)
		}
	}
	if _, ok := streams.enter("person ada"); ok {
		t.Errorf("stream %d is open", mostStreams+1)
	}
	if _, ok := streams.enter("person bob"); !ok {
		t.Error("another account's stream is refused")
	}
	leave()
	if _, ok := streams.enter("person ada"); !ok {
		t.Error("after one has ended the next is refused")
	}
}
