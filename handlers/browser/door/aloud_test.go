package door_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// liveRegions returns the texts of the page's live regions from the browser's accessibility tree.
func liveRegions(u *apptest.User) []string {
	u.T.Helper()
	tree := browsertest.Run(u.Tab, browsertest.Command(accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}))
	nodes := make(map[accessibility.NodeID]*accessibility.Node, len(tree.Nodes))
	for _, node := range tree.Nodes {
		nodes[node.NodeID] = node
	}
	var texts []string
	for _, node := range tree.Nodes {
		if role := valueOf(node.Role); !node.Ignored && slices.Contains([]string{"status", "alert", "log"}, role) {
			texts = append(texts, textBelow(node, nodes))
		}
	}
	return texts
}

// saysAloud waits until a live region has the text, in the accessibility tree.
func saysAloud(u *apptest.User, text string) {
	u.T.Helper()
	apptest.Eventually(u.T, fmt.Sprintf("a live region says %q", text), func() bool {
		return slices.ContainsFunc(liveRegions(u), func(region string) bool { return strings.Contains(region, text) })
	})
}

// textBelow joins the texts of the node and of its descendants.
func textBelow(node *accessibility.Node, nodes map[accessibility.NodeID]*accessibility.Node) string {
	if valueOf(node.Role) == "StaticText" {
		return valueOf(node.Name)
	}
	var text strings.Builder
	for _, id := range node.ChildIDs {
		if child := nodes[id]; child != nil {
			text.WriteString(textBelow(child, nodes))
		}
	}
	return text.String()
}

func valueOf(value *accessibility.Value) string {
	var text string
	if value == nil || json.Unmarshal(value.Value, &text) != nil {
		return ""
	}
	return text
}
