package session

import "strings"

// Agent is the browser and platform of a sign-in, as the catalogue names them: precise enough for people to
// recognise their own devices. Either part is empty when unknown.
type Agent struct{ Browser, Platform string }

// AgentOf reads the User-Agent header (RFC 9110, section 10.1.5). The header is unverified: use it only to
// help people recognise their own devices.
func AgentOf(header string) Agent {
	return Agent{Browser: named(header, [][2]string{
		// Nearly all browsers also claim to be Chrome or Safari, so those come last.
		{"Edg", "edge"}, {"OPR/", "opera"}, {"SamsungBrowser/", "samsung"}, {"Firefox/", "firefox"}, {"FxiOS/", "firefox"},
		{"CriOS/", "chrome"}, {"Chromium/", "chrome"}, {"Chrome/", "chrome"}, {"Safari/", "safari"},
	}), Platform: named(header, [][2]string{
		{"iPhone", "iphone"}, {"iPad", "ipad"}, {"Android", "android"}, {"CrOS", "chromebook"}, {"Windows", "windows"},
		{"Macintosh", "mac"}, {"Linux", "linux"},
	})}
}

// named returns the name of the first part that the header has. Each pair is a part and its name.
func named(header string, pairs [][2]string) string {
	for _, pair := range pairs {
		if strings.Contains(header, pair[0]) {
			return pair[1]
		}
	}
	return ""
}

func agentFrom(text string) Agent {
	browser, system, _ := strings.Cut(text, "/")
	return Agent{Browser: browser, Platform: system}
}

// agentOf is the context key of a request's agent.
type agentOf struct{}
