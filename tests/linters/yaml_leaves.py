"""Prints what PyYAML reads in texts: their keys and values with their lines, and their comments.

Standard input: a JSON list of texts. Standard output: for each text an object, or null if PyYAML rejects it.
"""

import json
import sys

import yaml


def leaves(node, parents):
    """Yields the lines of the keys and items around a key or value, its first and last line, and its text."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from leaves(key, parents)
            yield from leaves(value, parents + [key.start_mark.line])
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from leaves(item, parents + [item.start_mark.line])
    elif node is not None:
        end = node.end_mark.line - (node.end_mark.column == 0 and node.end_mark.line > node.start_mark.line)
        yield [parents, node.start_mark.line, end, node.value]


def comments(text):
    """Yields the comments: what starts with `#` between two tokens, or after the header of a block scalar."""
    end = 0
    for token in yaml.scan(text, Loader=yaml.BaseLoader):
        yield from in_gap(text[end : token.start_mark.index])
        end = max(end, token.end_mark.index)
        if isinstance(token, yaml.ScalarToken) and token.style in ("|", ">"):
            header = text[token.start_mark.index :].split("\n")[0]
            yield from in_gap(header)
    yield from in_gap(text[end:])


def in_gap(gap):
    for line in gap.split("\n"):
        if "#" in line:
            yield line[line.index("#") :].rstrip()


def without_tabs(line):
    """Replaces the tabs that YAML 1.2 allows, but PyYAML does not: between tokens, and before comments."""
    code = line.lstrip(" \t")
    white = line[: len(line) - len(code)]
    return (white.replace("\t", " ") if code[:1] in ("", "#") else white) + code.replace("\t", " ")


def read(text):
    text = "\n".join(without_tabs(line) for line in text.split("\n"))
    try:
        tree = yaml.compose(text, Loader=yaml.BaseLoader)
        return {"leaves": list(leaves(tree, [])), "comments": sorted(comments(text))}
    except (yaml.YAMLError, RecursionError):
        return None


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
