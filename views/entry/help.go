package entry

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// HelpView is a topic of the help, or its first page where Article is empty.
type HelpView struct {
	layout.Page
	// Topic is the name of the topic shown, as in its address.
	Topic string
	// Article is the topic's text; the zero value shows the topics only.
	Article language.Article
}

func (v *HelpView) title(topic string) string {
	article, _ := v.Words.Article(topic)
	return article.Title
}

// name is the title of the page.
func (v *HelpView) name() string {
	if v.Article.Title == "" {
		return v.Words.Text("help.title")
	}
	return v.Article.Title
}
