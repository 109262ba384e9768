package language

import (
	"io/fs"
	"path"
	"reflect"
	"strings"
	"testing"
)

func TestAnArticleIsReadInItsBlocks(t *testing.T) {
	t.Parallel()
	got := parseArticle("Title\n\nOne `key`\nand more.\n\n# Part\n\n- first\n- `a` <b>\n\n$ run \\\n$   on\n")
	want := Article{Title: "Title", Blocks: []Block{
		{Paragraph, []Line{{{"One ", false}, {"key", true}, {" and more.", false}}}},
		{Heading, []Line{{{"Part", false}}}},
		{List, []Line{{{"first", false}}, {{"a", true}, {" <b>", false}}}},
		{Command, []Line{{{"run \\", true}}, {{"  on", true}}}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestEveryTopicHasAnArticleAndEveryArticleIsATopic(t *testing.T) {
	t.Parallel()
	words := english(t)
	for _, topic := range Topics() {
		if article, ok := words.Article(topic); !ok || article.Title == "" || len(article.Blocks) < 2 {
			t.Errorf("%s: %+v", topic, article)
		}
	}
	if len(words.articles) != len(Topics()) {
		t.Errorf("%d articles for %d topics", len(words.articles), len(Topics()))
	}
	if _, ok := words.Article("../words"); ok {
		t.Error("a topic that does not exist has an article")
	}
}

// helpTexts returns the English articles as written, by topic.
func helpTexts(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(embedded, "help/*.en.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(embedded, name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(path.Base(name), ".en.txt")] = string(text)
	}
	return all
}
