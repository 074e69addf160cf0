// Makes a page like another one by exchanging only what differs, so that everything else stays as it
// is, and so do the scroll position, the focus and what was typed.

/**
 * Makes `old` like `now`, but for the attributes for which `isOwn(element, name)` holds and elements
 * that match `kept`. Gives the elements that are new or have another text.
 */
export function morph(old, now, isOwn, kept) {
  const fresh = new Set();
  exchange(old, now);
  return fresh;

  function exchange(old, now) {
    if (old.isEqualNode(now)) return;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.nodeValue = now.nodeValue;
      fresh.add(old.parentElement);
      return;
    }
    if (old.matches(kept)) return;
    for (const { name, value } of now.attributes) {
      if (!isOwn(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      if (!isOwn(old, name) && !now.hasAttribute(name)) old.removeAttribute(name);
    }
    exchangeChildren(old, now);
  }

  // An element with an id is known by it wherever it moves; another by its place among its kind.
  function exchangeChildren(old, now) {
    const known = new Map();
    for (const child of old.children) if (child.id) known.set(child.id, child);
    const wanted = new Set();
    for (const child of now.children) if (child.id) wanted.add(child.id);
    let at = old.firstChild;
    for (const child of [...now.childNodes]) {
      while (at && at.id && !wanted.has(at.id)) at = remove(at);
      const same = child.id ? known.get(child.id) : undefined;
      if (same && same.nodeName === child.nodeName) {
        if (same === at) at = at.nextSibling;
        else old.insertBefore(same, at);
        exchange(same, child);
      } else if (!child.id && at && !at.id && at.nodeName === child.nodeName) {
        const next = at.nextSibling;
        exchange(at, child);
        at = next;
      } else {
        old.insertBefore(child, at);
        if (child.nodeType === Node.ELEMENT_NODE) fresh.add(child);
      }
    }
    while (at) at = remove(at);
  }
}

function remove(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
