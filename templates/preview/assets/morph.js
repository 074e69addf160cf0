// DOM morphing: makes a page equal to a new one by changing only what differs, so that the scroll
// position, the focus and typed text stay.
//
// The npm package idiomorph does the same with 1,460 lines (10 kB minified). It would still need
// callbacks for controlled attributes and for the set of changed elements.

/**
 * Makes `old` equal to `now`, except attributes for which `isControlled(element, name)` is true and
 * elements that match the selector `skipped`. Returns the elements that are new or have a new text.
 */
export function morph(old, now, isControlled, skipped) {
  const changed = new Set();
  morphNode(old, now);
  return changed;

  function morphNode(old, now) {
    if (old.isEqualNode(now)) return;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.nodeValue = now.nodeValue;
      changed.add(old.parentElement);
      return;
    }
    if (old.matches(skipped)) return;
    for (const { name, value } of now.attributes) {
      if (!isControlled(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      if (!isControlled(old, name) && !now.hasAttribute(name)) old.removeAttribute(name);
    }
    morphChildren(old, now);
  }

  // Elements with an id are matched by it, wherever they move; other nodes by position and name.
  function morphChildren(old, now) {
    const oldById = new Map();
    for (const child of old.children) if (child.id) oldById.set(child.id, child);
    const newIds = new Set();
    for (const child of now.children) if (child.id) newIds.add(child.id);
    let next = old.firstChild;
    for (const child of [...now.childNodes]) {
      while (next && next.id && !newIds.has(next.id)) next = remove(next);
      const match = child.id ? oldById.get(child.id) : undefined;
      if (match && match.nodeName === child.nodeName) {
        if (match === next) next = next.nextSibling;
        else old.insertBefore(match, next);
        morphNode(match, child);
      } else if (!child.id && next && !next.id && next.nodeName === child.nodeName) {
        const following = next.nextSibling;
        morphNode(next, child);
        next = following;
      } else {
        old.insertBefore(child, next);
        if (child.nodeType === Node.ELEMENT_NODE) changed.add(child);
      }
    }
    while (next) next = remove(next);
  }
}

/** Removes a node and returns the node after it. */
function remove(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
