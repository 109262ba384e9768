package metrics_test

import (
	"testing"

	"rollbook/web/edge/metrics"
)

func TestACounterIsWrittenAsPrometheusReadsIt(t *testing.T) {
	t.Parallel()
	counter := metrics.NewCounter("calls_total", "Calls.", "school", "result")
	counter.Add(1, "oak", "answered")
	counter.Add(2, "oak", "answered")
	counter.Add(1, "a\"b\\c\nd", "x\xff")
	want := "# HELP calls_total Calls.\n# TYPE calls_total counter\n" +
		"calls_total{school=\"a\\\"b\\\\c\\nd\",result=\"x\uFFFD\"} 1\n" +
		"calls_total{school=\"oak\",result=\"answered\"} 3\n"
	if got := string(counter.AppendTo(nil)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestACounterForgetsOnlyTheSeriesOfItsFirstLabel(t *testing.T) {
	t.Parallel()
	counter := metrics.NewCounter("calls_total", "Calls.", "school", "result")
	counter.Add(1, "oak", "answered")
	counter.Add(1, "oakwood", "answered")
	counter.Forget("oak")
	want := "# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{school=\"oakwood\",result=\"answered\"} 1\n"
	if got := string(counter.AppendTo(nil)); got != want {
		t.Errorf("got\n%s", got)
	}
}

//nolint:paralleltest // it counts what the whole process allocates
func TestCountingAgainAllocatesLittle(t *testing.T) {
	counter := metrics.NewCounter("calls_total", "Calls.", "school", "result")
	const most = 6
	if got := testing.AllocsPerRun(100, func() { counter.Add(1, "oak", "answered") }); got > most {
		t.Errorf("%v allocations, not at most %d", got, most)
	}
}

func TestAGaugeIsWrittenWithItsValue(t *testing.T) {
	t.Parallel()
	want := "# HELP age_seconds Age.\n# TYPE age_seconds gauge\nage_seconds 1.5\n"
	if got := string(metrics.AppendGauge(nil, "age_seconds", "Age.", 1.5)); got != want {
		t.Errorf("got\n%s", got)
	}
}
