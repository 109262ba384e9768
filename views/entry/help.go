package entry

import (
	"cmp"
	"strings"

	"rollbook/views/layout"
	"rollbook/web/language"
)

// HelpView is a topic of the help, or the help's first page if Article is empty.
type HelpView struct {
	layout.Page
	// Topic is the topic's name in its address.
	Topic string
	// Article is the topic's text; with the zero value the page shows only the list of topics.
	Article language.Article
	// Papers are the tables of the topic about security, else nil.
	Papers *Papers
}

func (v *HelpView) title(topic string) string {
	article, _ := v.Words.Article(topic)
	return article.Title
}

// name returns the page's title.
func (v *HelpView) name() string { return cmp.Or(v.Article.Title, v.Words.Text("help.title")) }

// picture returns the address of the topic's picture in the colours, or "" if it has none.
func (v *HelpView) picture(colours string) string {
	tag, _, _ := strings.Cut(v.Words.Tag(), "-")
	return v.Assets.Path(v.Topic + "-" + tag + "-" + colours + ".webp")
}
