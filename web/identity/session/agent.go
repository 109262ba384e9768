package session

import "strings"

// Browser is a family of browsers, as the catalogue names them.
type Browser string

// The browsers that are told apart.
const (
	Chrome  Browser = "chrome"
	Edge    Browser = "edge"
	Firefox Browser = "firefox"
	Opera   Browser = "opera"
	Safari  Browser = "safari"
	Samsung Browser = "samsung"
)

// Platform is the system that a device runs on, as the catalogue names it.
type Platform string

// The systems that are told apart.
const (
	Android    Platform = "android"
	Chromebook Platform = "chromebook"
	IPad       Platform = "ipad"
	IPhone     Platform = "iphone"
	Linux      Platform = "linux"
	Mac        Platform = "mac"
	Windows    Platform = "windows"
)

// Agent is the device with which somebody signed in, as coarsely as people know their own devices.
// Either part is empty where it is not known.
type Agent struct {
	Browser  Browser
	Platform Platform
}

// AgentOf reads what a browser says of itself in User-Agent (RFC 9110, section 10.1.5). Anybody can
// claim anything there: it is good for recognising one's own devices, and for nothing else.
func AgentOf(header string) Agent {
	return Agent{Browser: named(header, []mark[Browser]{
		// Nearly all claim to be Chrome or Safari too, so those come last.
		{"Edg", Edge}, {"OPR/", Opera}, {"SamsungBrowser/", Samsung}, {"Firefox/", Firefox}, {"FxiOS/", Firefox},
		{"CriOS/", Chrome}, {"Chromium/", Chrome}, {"Chrome/", Chrome}, {"Safari/", Safari},
	}), Platform: named(header, []mark[Platform]{
		{"iPhone", IPhone}, {"iPad", IPad}, {"Android", Android}, {"CrOS", Chromebook}, {"Windows", Windows}, {"Macintosh", Mac}, {"Linux", Linux},
	})}
}

// mark is a part of the header and what it stands for.
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

// text is the agent as a session keeps it.
func (a Agent) text() string { return string(a.Browser) + "/" + string(a.Platform) }

func agentFrom(text string) Agent {
	browser, system, _ := strings.Cut(text, "/")
	return Agent{Browser: Browser(browser), Platform: Platform(system)}
}

// agentOf is the key under which a request's context has its agent.
type agentOf struct{}
