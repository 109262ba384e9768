package browsertest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// LiveRegions returns the texts of the page's live regions from the browser's accessibility tree.
func (tab *Tab) LiveRegions() []string {
	tab.t.Helper()
	var texts []string
	tab.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		tree, err := cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		nodes := make(map[accessibility.NodeID]*accessibility.Node, len(tree.Nodes))
		for _, node := range tree.Nodes {
			nodes[node.NodeID] = node
		}
		for _, node := range tree.Nodes {
			if role := valueOf(node.Role); !node.Ignored && slices.Contains([]string{"status", "alert", "log"}, role) {
				texts = append(texts, textBelow(node, nodes))
			}
		}
		return nil
	}))
	return texts
}

// Hears waits until a live region has the text, and reports whether one did within stepLimit.
func (tab *Tab) Hears(text string) bool {
	tab.t.Helper()
	for began := time.Now(); time.Since(began) < stepLimit; {
		if slices.ContainsFunc(tab.LiveRegions(), func(region string) bool { return strings.Contains(region, text) }) {
			return true
		}
	}
	return false
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
