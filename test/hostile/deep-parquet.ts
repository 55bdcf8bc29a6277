/** A Parquet file without rows whose one column is a group within a group, so many levels deep: what DuckDB does not write. */
export function deepParquet(levels: number): Buffer {
  const group = element('g', 1);
  const elements = [element('root', 1), ...Array.from({ length: levels }, () => group), element('leaf', 0)];
  const schema = Buffer.concat([Buffer.from([0xfc]), varint(elements.length), ...elements]);
  const footer = Buffer.concat([
    // Version 1, the schema, no rows, no groups of rows.
    Buffer.from([0x15, 0x02, 0x19]),
    schema,
    Buffer.from([0x16, 0x00, 0x19, 0x0c, 0x00]),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}

/** An element of the schema: for a column its type (text), that it is required, its name, and how many children it has. */
function element(name: string, children: number): Buffer {
  const type = children === 0 ? Buffer.from([0x15, 0x0c, 0x25, 0x00, 0x18]) : Buffer.from([0x35, 0x00, 0x18]);
  const count = children === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x15]), varint(2 * children)]);
  return Buffer.concat([type, varint(name.length), Buffer.from(name), count, Buffer.from([0])]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
