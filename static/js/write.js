// write changes the text of something that people press. If its text node is replaced between press and release, even
// by the same text, WebKit sends no click: a field that is left by the press of Save changes Save's text.
function write(node, text) {
  if (node.textContent !== text) (node.firstChild ?? node.appendChild(new Text())).data = text;
}
