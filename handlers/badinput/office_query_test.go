package badinput_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// badValues lists, by field, values that no link of Rollbook has.
func badValues() map[string][]string {
	long := strings.Repeat("Wolfeschlegelsteinhausen", 21)
	dates := []string{"yesterday", "19/11/2026", "2026-13-01", "2026-02-30", "2026-11-19T08:30", "9999-12-31", "0001-01-01", "1999-09-01", "2026-11-1٩", long, "'; DROP TABLE marks; --"}
	return map[string][]string{
		"date": dates, "from": dates, "to": append(dates, "2026-11-01"), "month": {"2026-13", "november", "2026", "9999-12", "0000-00", long},
		"q": {long, strings.Repeat("é", 1500), "\u202e%00", "' OR 1=1 --", "...", "\x00"}, "class": {long, "class that is not there", "\u202e", "classes:several"},
		"period": {long, "-1", "999999999", "'"}, "open": {"0", "-1", "x", "9999999999999999999999"}, "tray": {"0", "x", long}, "saved": {long, "x"},
	}
}

// officePages lists the office's pages for reading, each with its fields.
func officePages(student string) map[string][]string {
	of := "/schools/harbour/students/" + student
	return map[string][]string{
		apptest.DayPath: {"date", "period"}, apptest.DayPath + "/cells": {"date", "period"}, apptest.FindPath: {"date", "period", "q", "open", "tray", "saved"},
		apptest.EightB: {"date", "period"}, "/schools/harbour/roll": {"class", "period", "date"}, of + "/history": {"date"}, of + "/days": {"from", "to"},
		of + "/month": {"month", "period"}, "/schools/harbour/month": {"month", "class", "period"}, apptest.ExportsPath: {"from", "to", "class", "period"},
		apptest.ExportsPath + "/print": {"date", "class", "period"}, apptest.ExportsPath + "/paper": {"date", "class", "period"}, apptest.ExportsPath + "/marks.csv": {"from", "to", "class", "period"},
		apptest.ExportsPath + "/marks.xlsx": {"to"}, apptest.RemindersPath: {"period", "class", "date"}, "/schools/harbour/evacuation": {"period", "date"},
		apptest.ComparisonPath: {"date"}, apptest.TimesPath: {"kept"}, apptest.DaySettingsPath: {"kept"}, "/schools/harbour/settings/calendar": {"date", "from", "to"},
	}
}

func TestEveryPageOfTheOfficeAnswersABadAddressWithAClearSentence(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	admin := p.As(t, apptest.Administrator)
	keys := apptest.CatalogueKeys(t)
	student := admin.Get(apptest.EightB).Enrolments(t, 0)[0]
	for path, fields := range officePages(student) {
		for _, field := range fields {
			for _, value := range append(badValues()[field], "a") {
				// Rollbook refuses a visitor who requests too many missing pages within a minute.
				clock.Forward(1100 * time.Millisecond)
				wantsSentence(t, admin, path, field, value, keys.FindString)
			}
			wantsSentence(t, admin, path, field, "a&"+field+"=b", keys.FindString)
		}
	}
}

// wantsSentence requests the page with the value of the field, and expects the page, or a sentence about why
// there is none.
func wantsSentence(t *testing.T, v *apptest.Visitor, path, field, value string, key func(string) string) {
	t.Helper()
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	text := url.QueryEscape(value)
	if strings.HasPrefix(value, "a&") {
		text = value
	}
	answer := v.Get(path + mark + field + "=" + text)
	about := fmt.Sprintf("%s %s=%.40q", path, field, value)
	switch answer.Code {
	case http.StatusOK, http.StatusSeeOther, http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity:
	default:
		t.Errorf("%s: it answers %d", about, answer.Code)
		return
	}
	if answer.Code < http.StatusBadRequest {
		return
	}
	says := answer.Text("main")
	if len(strings.Fields(says)) < 5 || key(says) != "" || strings.Contains(says, "error") || strings.Contains(says, "parsing") {
		t.Errorf("%s: it says %q", about, says)
	}
}
