package connecting

import (
	"regexp"

	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// saysUnknown matches an answer about an unknown student number, such as "enrolment not found" or "invalid
// student id". "Unknown error" is an outage.
var saysUnknown = regexp.MustCompile(`(?i)` + studentWords + `[^.;]{0,40}(not found|not exist|unknown|invalid)|(no such|unknown|invalid|not find|not found)[^.;]{0,20}` + studentWords)

const studentWords = `(enrol|student|pupil|semesterinfo)`

// knowsNot reports whether the school system's last answer to a trial mark means that the number is unknown:
// by its status, if the period call works at the same address, or by its words.
func (p *ProofPage) knowsNot(v *visit.Visit, mark roll.GuidedMark) (bool, error) {
	if mark.Reached() {
		return false, nil
	}
	story, err := p.Store.Story(v.Ctx, v.School.ID, mark.Save)
	if err != nil {
		return false, err
	}
	for i := len(story.Attempts) - 1; i >= 0; i-- {
		attempt := story.Attempts[i]
		if attempt.State == roll.Open || attempt.HTTPStatus == 0 {
			continue
		}
		if attempt.State == roll.Gone {
			return true, nil
		}
		return namesUnknown(attempt)
	}
	return false, nil
}

// namesUnknown checks the words of an answer that did not save.
func namesUnknown(attempt roll.StoryAttempt) (bool, error) {
	if attempt.State != roll.Rejected && attempt.State != roll.Unknown {
		return false, nil
	}
	kept, _, err := taking.ExchangeOf(attempt)
	return saysUnknown.MatchString(kept.ResponseBody.Text), err
}
