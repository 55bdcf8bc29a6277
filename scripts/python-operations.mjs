// The functions of the Python package, generated from the list of operations: python/winnow_bench/_operations.py.
const widest = 150;

/** Names that Python reserves. */
const reserved = new Set(['from', 'with', 'in', 'is', 'not', 'class', 'global', 'import', 'lambda', 'assert']);

/** The options that name a plan or a selection, which may be an object in memory instead. */
const inMemory = new Set(['plan', 'selection', 'a', 'b']);

/** The text of _operations.py. */
export function pythonOperations(functions) {
  const lists = functions.flatMap(({ input }) =>
    Object.entries(input.properties).flatMap(([key, schema]) => (isTextList(schema) ? [snake(key)] : [])),
  );
  const names = [...new Set(lists)].sort();
  return `${heading(functions, names)}\n\n${functions.map((each) => functionText(each, names)).join('\n\n')}`;
}

function heading(functions, names) {
  return `# Generated from Winnow's list of operations by scripts/build.mjs. Do not edit.
from __future__ import annotations

from typing import Literal, Optional

from ._call import Data, Document, Numbers, Options, Path, Paths, Table, Tables, Texts, call

${filled(
  '__all__ = [',
  functions.map(({ name }) => `"${name}"`),
  ']',
)}

# Options that take one value or several.
${filled(
  '_LISTS = {',
  names.map((name) => `"${name}"`),
  '}',
)}
`;
}

function functionText({ name, summary, input, positions, paths }, lists) {
  // An option may take one value here and several elsewhere.
  const single = Object.entries(input.properties).flatMap(([key, schema]) =>
    lists.includes(snake(key)) && !isTextList(schema) ? [`"${snake(key)}"`] : [],
  );
  const own = single.length === 0 ? '_LISTS' : `_LISTS - {${single.join(', ')}}`;
  const required = new Set(input.required ?? []);
  const parameter = (key) => {
    const type = typeOf(key, input.properties[key], paths.includes(key));
    return required.has(key) ? `${snake(key)}: ${type}` : `${snake(key)}: ${optional(type)} = None`;
  };
  const keys = Object.keys(input.properties);
  const first = positions.filter((key) => keys.includes(key));
  const rest = keys.filter((key) => !first.includes(key));
  // A parameter without a default must come before those that have one.
  const ordered = [...first.filter((key) => required.has(key)), ...first.filter((key) => !required.has(key))];
  const parameters = [...ordered.map(parameter), ...(rest.length > 0 ? ['*'] : []), ...rest.map(parameter)];
  return `${filled(`def ${name}(`, parameters, ') -> Document:')}
    """${summary}. For the options: winnow ${name} --help."""
    return call("${name}", locals(), ${own})
`;
}

function optional(type) {
  return `Optional[${type}]`;
}

/** Items between an opening and a closing, wrapped. */
function filled(opening, items, closing) {
  const one = `${opening}${items.join(', ')}${closing}`;
  if (one.length <= widest) return one;
  const lines = [];
  let line = '   ';
  for (const item of items) {
    if (line.length + item.length + 2 > widest) {
      lines.push(line);
      line = '   ';
    }
    line += ` ${item},`;
  }
  return [opening, ...lines, line, closing].join('\n');
}

function typeOf(key, schema, isPath) {
  if (inMemory.has(key) && isPath && schema.type === 'string') return 'Data';
  if (key === 'runs') return 'Table';
  if (key === 'pools') return 'Tables';
  if (schema.anyOf !== undefined || isTextList(schema)) return isPath ? 'Paths' : 'Texts';
  if (schema.enum !== undefined) return `Literal[${schema.enum.map((each) => JSON.stringify(each)).join(', ')}]`;
  if (schema.type === 'string') return isPath ? 'Path' : 'str';
  return { number: 'float', integer: 'int', boolean: 'bool', array: 'Numbers', object: 'Options' }[schema.type];
}

function isTextList(schema) {
  return schema.type === 'array' && schema.items?.type === 'string';
}

/** `passAt` is `pass_at`; a word that Python reserves gets an underscore. */
function snake(key) {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return reserved.has(name) ? `${name}_` : name;
}
