/**
 * Lets React update a page that the browser translates. Chrome and Edge replace each text node with a `<font>` element
 * that contains the translation. React still refers to the removed node. It would therefore fail when it removes that
 * node or inserts something before the node, and a new text, such as an amount, would not be shown.
 * @param page - the element whose content is translated
 */
export function followTranslation(page: Node): void {
  const translations = new WeakMap<Node, ChildNode>();
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      const { target, addedNodes, removedNodes, previousSibling } = record;
      // Chrome inserts the translation before it removes the text. Extensions may replace the text in one step.
      const translation = addedNodes[0] ?? previousSibling;
      for (const text of removedNodes) {
        // A text node that is still in `target` was only moved.
        if (!(text instanceof Text) || text.parentNode === target || !isTranslation(translation)) continue;
        translations.set(text, translation);
        observer.observe(text, { characterData: true });
      }
      for (const node of addedNodes) {
        const replaced = translations.get(node);
        if (!replaced || replaced.contains(node)) continue;
        replaced.remove();
        translations.delete(node);
      }
      // Shows the new text, which the browser then translates.
      if (record.type === 'characterData') translations.get(target)?.replaceWith(target);
    }
  });
  observer.observe(page, { childList: true, subtree: true });

  const { removeChild, insertBefore } = Node.prototype;
  const shownIn = (parent: Node, node: Node) =>
    node.parentNode === parent ? node : (translations.get(node) ?? node);
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    removeChild.call(this, shownIn(this, node));
    return node;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && shownIn(this, before));
    return node;
  };
}

const isTranslation = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.tagName === 'FONT';
