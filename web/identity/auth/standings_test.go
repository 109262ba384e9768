package auth_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

func TestCallersDuringALookShareTheNextOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked [][]roll.PersonID
		goOn := make(chan struct{})
		epoch := int64(0)
		standings := auth.NewStandings(func(_ context.Context, people []roll.PersonID) (map[roll.PersonID]roll.Standing, error) {
			asked = append(asked, people)
			epoch++
			answer := map[roll.PersonID]roll.Standing{}
			for _, person := range people {
				answer[person] = roll.Standing{Epoch: epoch}
			}
			<-goOn
			return answer, nil
		})
		told := make(chan int64, 10)
		ask := func(person roll.PersonID) {
			standing, err := standings.Of(t.Context(), person)
			if err != nil {
				t.Error(err)
			}
			told <- standing.Epoch
		}
		go ask("ada")
		synctest.Wait()
		for _, person := range []roll.PersonID{"ada", "ines", "ada", "kofi"} {
			go ask(person)
		}
		synctest.Wait()
		close(goOn)
		synctest.Wait()
		if len(asked) != 2 || len(asked[0]) != 1 || len(asked[1]) != 3 {
			t.Fatalf("looked up were %v", asked)
		}
		// An answer from before the question would be an old one.
		rounds := map[int64]int{}
		for range 5 {
			rounds[<-told]++
		}
		if rounds[1] != 1 || rounds[2] != 4 {
			t.Errorf("told by rounds %v", rounds)
		}
	})
}

func TestAFailedLookReturnsItsError(t *testing.T) {
	t.Parallel()
	gone := errors.New("the database is gone")
	standings := auth.NewStandings(func(context.Context, []roll.PersonID) (map[roll.PersonID]roll.Standing, error) { return nil, gone })
	if _, err := standings.Of(t.Context(), "ada"); !errors.Is(err, gone) {
		t.Errorf("told %v", err)
	}
}

func TestALookThatHangsEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		standings := auth.NewStandings(func(ctx context.Context, _ []roll.PersonID) (map[roll.PersonID]roll.Standing, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		if _, err := standings.Of(t.Context(), "ada"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("told %v", err)
		}
	})
}
