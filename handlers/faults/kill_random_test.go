package faults_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/postgrestest"
)

// killsWanted returns the number of kills of the program: KILLS, or usual, or few for short tests.
func killsWanted(t *testing.T, usual, few int) int {
	t.Helper()
	text, given := os.LookupEnv("KILLS")
	switch {
	case !given && testing.Short():
		return few
	case !given:
		return usual
	}
	kills, err := strconv.Atoi(text)
	apptest.Must(t, err)
	return kills
}

// killsFor returns the function that reports whether a further kill follows after so many: until KILLS_FOR has passed,
// such as 15m, or for as many kills as wanted.
func killsFor(t *testing.T, wanted int) func(kills int) bool {
	t.Helper()
	text, given := os.LookupEnv("KILLS_FOR")
	if !given {
		return func(kills int) bool { return kills < wanted }
	}
	limit, err := time.ParseDuration(text)
	apptest.Must(t, err)
	end := time.Now().Add(limit)
	return func(int) bool { return time.Now().Before(end) }
}

// TestNothingAcknowledgedIsLostHoweverOftenTheProgramIsKilled kills one of two processes at random moments, also
// during its start, while people press Save and the school system misbehaves. In the end every acknowledged
// press is stored, and the school system has the newest mark of every student.
func TestNothingAcknowledgedIsLostHoweverOftenTheProgramIsKilled(t *testing.T) {
	t.Parallel()
	survivesKills(t, "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"), killsWanted(t, 10, 5))
}

// TestNothingAcknowledgedOnPostgreSQLIsLostHoweverOftenTheProgramIsKilled is the same test on PostgreSQL,
// where the end of the program ends no transaction: the server has to notice it.
func TestNothingAcknowledgedOnPostgreSQLIsLostHoweverOftenTheProgramIsKilled(t *testing.T) {
	t.Parallel()
	onPostgreSQL(t, killsWanted(t, 4, 0), survivesKills)
}

// onPostgreSQL runs the kills on a new database, if PostgreSQL is installed.
func onPostgreSQL(t *testing.T, kills int, run func(t *testing.T, location string, kills int)) {
	t.Helper()
	if kills == 0 {
		return
	}
	if server, ok := postgrestest.Start(t); ok {
		run(t, server.NewDatabase(t), kills)
	}
}

// survivesKills kills one of two processes that use the database at the location.
func survivesKills(t *testing.T, location string, wanted int) {
	t.Helper()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	d := apptest.DeployOn(t, binary, location, time.Second, "")
	at := []string{apptest.NewPort(t), apptest.NewPort(t)}
	running := []*apptest.Process{d.Start(t, at[0]), d.Start(t, at[1])}
	crowd := gather(t, d, "8B", "8B", "9A", "7A", "10B")
	crowd.spread("http://"+at[0], "http://"+at[1])
	chance, kills := rand.New(rand.NewPCG(1, 2)), 0
	for more := killsFor(t, wanted); more(kills); kills++ {
		misbehave(t, d, chance)
		crowd.wait(t, time.Duration(chance.Int64N(int64(600*time.Millisecond))))
		one := chance.IntN(len(running))
		running[one].Kill()
		running[one] = d.Begin(t, at[one])
		if chance.IntN(4) > 0 {
			running[one].AwaitReady(t)
		}
	}
	d.Sandbox.Heal("")
	for _, one := range running {
		one.AwaitReady(t)
	}
	crowd.disperse()
	wantNothingLost(t, d, crowd)
	// On a busy machine the program is often killed before its first answer.
	if len(crowd.acknowledged) < kills/4 {
		t.Errorf("only %d presses were acknowledged", len(crowd.acknowledged))
	}
	t.Logf("%d kills", kills)
	for _, one := range running {
		one.Terminate(t)
	}
}

func enrolmentsIn(story roll.Story) []string {
	var ids []string
	for _, mark := range story.Marks {
		ids = append(ids, mark.Enrolment.String())
	}
	return ids
}

// misbehave gives the school system one fault, or none.
func misbehave(t *testing.T, d *apptest.Deployment, chance *rand.Rand) {
	t.Helper()
	ways := []sandbox.Fault{
		{}, {}, {},
		{Calls: 5, DelayBeforeMs: 700},
		{Calls: 2, DelayBeforeMs: 1_300},
		{Calls: 5, DelayAfterMs: 400},
		{Calls: 2, Reset: sandbox.ResetApplied},
		{Calls: 2, Reset: sandbox.ResetRead},
		{Calls: 2, Reset: sandbox.ResetRead, LateMs: 1_500},
		{Calls: 2, Status: http.StatusBadGateway, Applied: true},
		{Calls: 1, Status: http.StatusTooManyRequests, Headers: map[string]string{"Retry-After": "1"}},
		{Calls: 1, DropItems: 1},
	}
	way := ways[chance.IntN(len(ways))]
	way.BulkOnly = true
	apptest.Must(t, d.Sandbox.SetFault(apptest.HarbourCode, way))
}

// crowd is a number of people who press Save all the time.
type crowd struct {
	mu sync.Mutex
	// acknowledged contains, by the press's token, the students whose marks were acknowledged.
	acknowledged map[roll.Token][]string
	// failures counts the answers that people must not get, refusals those that they get only if the program or
	// its connection changes, lost the requests without an answer; mostTries is the maximum number of tries of a
	// request.
	failures, refusals, lost, mostTries int

	stop    context.CancelFunc
	working sync.WaitGroup
	members []*presser
	// answered receives after answers.
	answered chan struct{}
}

// gather puts a person into each of the classes. They start at once.
func gather(t *testing.T, d *apptest.Deployment, classes ...string) *crowd {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	c := &crowd{acknowledged: make(map[roll.Token][]string), stop: stop, answered: make(chan struct{}, 1)}
	for i, class := range classes {
		one := &presser{Visitor: d.As(t, []string{apptest.Teacher, apptest.OtherTeacher}[i%2]), crowd: c, class: class, chance: rand.New(rand.NewPCG(uint64(i), 3))}
		one.addresses = []string{d.Address}
		c.members = append(c.members, one)
		c.working.Go(func() { one.work(ctx) })
	}
	t.Cleanup(c.disperse)
	return c
}

// disperse ends all work.
func (c *crowd) disperse() {
	c.stop()
	c.working.Wait()
}

// spread lets the people use any of the addresses, and the next one if there is no answer.
func (c *crowd) spread(addresses ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range c.members {
		one.addresses = addresses
	}
}

// answers returns after the given number of answers.
func (c *crowd) answers(t *testing.T, count int) {
	t.Helper()
	limit := time.NewTimer(apptest.Patience)
	defer limit.Stop()
	for range count {
		select {
		case <-c.answered:
		case <-limit.C:
			t.Fatal("nobody is answered any more")
		}
	}
}

// wait lets the people work for the given time.
func (c *crowd) wait(t *testing.T, d time.Duration) {
	t.Helper()
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.Context().Done():
	}
}

// presser is a person of the crowd.
type presser struct {
	*apptest.Visitor
	crowd  *crowd
	class  string
	chance *rand.Rand
	// addresses lists the addresses of the program. A request begins with any of them.
	addresses []string
}

// work opens the roll and presses Save repeatedly.
func (p *presser) work(ctx context.Context) {
	for ctx.Err() == nil {
		page, ok := p.ask(ctx, http.MethodGet, apptest.RollPath+"?class="+p.class, nil)
		// While a connection changes there is a moment without a list.
		if !ok || page.Code != http.StatusOK || page.Page.Find("[data-enrolment]").Length() == 0 {
			continue
		}
		p.press(ctx, p.any(page))
	}
}

// any returns a press for some students of the page.
func (p *presser) any(page apptest.Answer) url.Values {
	form := page.Form("#roll")
	form.Del("enrolment")
	for _, place := range p.chance.Perm(page.Page.Find("[data-enrolment]").Length())[:1+p.chance.IntN(6)] {
		form.Add("enrolment", page.Page.Find("[data-enrolment]").Eq(place).AttrOr("data-enrolment", ""))
	}
	statuses := page.Values("[name=status]")
	form.Set("status", statuses[p.chance.IntN(3)])
	return form
}

// press presses Save until there is an answer, like a person who leaves the page open.
func (p *presser) press(ctx context.Context, form url.Values) {
	got, ok := p.ask(ctx, http.MethodPost, apptest.RollPath, form)
	if !ok || got.Code != http.StatusOK {
		return
	}
	var kept []string
	for _, cell := range got.Page.Find("[data-is]").EachIter() {
		if is := cell.AttrOr("data-is", ""); is != string(roll.Conflict) {
			kept = append(kept, strings.TrimPrefix(cell.AttrOr("id", ""), "s"))
		}
	}
	if got.Header.Get("HX-Redirect") != "" {
		// A page from before a change of the connection is opened again.
		kept = form["enrolment"]
	}
	slices.SortFunc(kept, func(a, b string) int {
		return int(apptest.Numbers(p.T, a)[0] - apptest.Numbers(p.T, b)[0])
	})
	p.crowd.mu.Lock()
	defer p.crowd.mu.Unlock()
	p.crowd.acknowledged[roll.Token(form.Get("save"))] = kept
}

// ask sends a request until there is an answer; ok is false if the work ends first.
func (p *presser) ask(ctx context.Context, method, path string, form url.Values) (got apptest.Answer, ok bool) {
	pause := time.NewTicker(20 * time.Millisecond)
	defer pause.Stop()
	var headers []string
	if form != nil {
		headers = apptest.OfForm(apptest.ByScript())
	}
	first := p.chance.IntN(1 << 10)
	for try := 0; ctx.Err() == nil; try++ {
		p.Address = p.place(first + try)
		got, err := p.Try(p.T.Context(), method, path, apptest.FormBody(form), headers...)
		p.note(got, err, try+1)
		if err == nil {
			return got, true
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
		}
	}
	return apptest.Answer{}, false
}

// place returns the address for the try.
func (p *presser) place(try int) string {
	p.crowd.mu.Lock()
	defer p.crowd.mu.Unlock()
	return p.addresses[try%len(p.addresses)]
}

// note counts an answer, or a request without one.
func (p *presser) note(got apptest.Answer, err error, tries int) {
	p.crowd.mu.Lock()
	defer p.crowd.mu.Unlock()
	p.crowd.mostTries = max(p.crowd.mostTries, tries)
	switch {
	case err != nil:
		p.crowd.lost++
		return
	case got.Code >= http.StatusInternalServerError:
		p.crowd.failures++
	case got.Code >= http.StatusBadRequest && got.Code != http.StatusConflict:
		p.crowd.refusals++
	}
	select {
	case p.crowd.answered <- struct{}{}:
	default:
	}
}
