package session

import "strings"

// Browser is a family of browsers, as the catalogue names them.
type Browser string

// The recognised browsers.
const (
	Chrome  Browser = "chrome"
	Edge    Browser = "edge"
	Firefox Browser = "firefox"
	Opera   Browser = "opera"
	Safari  Browser = "safari"
	Samsung Browser = "samsung"
)

// Platform is the operating system of a device, as the catalogue names it.
type Platform string

// The recognised platforms.
const (
	Android    Platform = "android"
	Chromebook Platform = "chromebook"
	IPad       Platform = "ipad"
	IPhone     Platform = "iphone"
	Linux      Platform = "linux"
	Mac        Platform = "mac"
	Windows    Platform = "windows"
)

// Agent is the browser and platform of a sign-in, precise enough for people to recognise their own devices.
// Either part is empty when unknown.
type Agent struct {
	Browser  Browser
	Platform Platform
}

// AgentOf reads the User-Agent header (RFC 9110, section 10.1.5). The header is unverified: use it only to
// help people recognise their own devices.
func AgentOf(header string) Agent {
	return Agent{Browser: named(header, []mark[Browser]{
		// Nearly all browsers also claim to be Chrome or Safari, so those come last.
		{"Edg", Edge}, {"OPR/", Opera}, {"SamsungBrowser/", Samsung}, {"Firefox/", Firefox}, {"FxiOS/", Firefox},
		{"CriOS/", Chrome}, {"Chromium/", Chrome}, {"Chrome/", Chrome}, {"Safari/", Safari},
	}), Platform: named(header, []mark[Platform]{
		{"iPhone", IPhone}, {"iPad", IPad}, {"Android", Android}, {"CrOS", Chromebook}, {"Windows", Windows}, {"Macintosh", Mac}, {"Linux", Linux},
	})}
}

// mark is a part of the header with its meaning.
type mark[T any] struct {
	part  string
	means T
}

// named returns the meaning of the first mark that the header has.
func named[T any](header string, marks []mark[T]) (means T) {
	for _, one := range marks {
		if strings.Contains(header, one.part) {
			return one.means
		}
	}
	return means
}

// text returns the agent as a session stores it.
func (a Agent) text() string { return string(a.Browser) + "/" + string(a.Platform) }

func agentFrom(text string) Agent {
	browser, system, _ := strings.Cut(text, "/")
	return Agent{Browser: Browser(browser), Platform: Platform(system)}
}

// agentOf is the context key of a request's agent.
type agentOf struct{}
