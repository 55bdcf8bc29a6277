// The platform tag of a wheel, from the native files in it: the oldest system that they say they need.

/** The tag for a package of DuckDB's such as `@duckdb/node-bindings-linux-x64`, with the contents of its files. */
export function platformTag(name, contents) {
  const [system, architecture, libc] = name.slice('@duckdb/node-bindings-'.length).split('-');
  const cpu = {
    linux: { x64: 'x86_64', arm64: 'aarch64' },
    darwin: { x64: 'x86_64', arm64: 'arm64' },
    win32: { x64: 'amd64', arm64: 'arm64' },
  }[system]?.[architecture];
  if (cpu === undefined) throw new Error(`there is no platform tag for ${name}.`);
  if (system === 'win32') return `win_${cpu}`;
  if (libc === 'musl') return `musllinux_1_2_${cpu}`;
  if (system === 'linux') return `manylinux_2_${Math.max(17, ...contents.flatMap(glibcVersions))}_${cpu}`;
  const newest = contents
    .flatMap(macVersion)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .at(-1);
  if (newest === undefined) throw new Error(`no file of ${name} says which macOS it needs.`);
  // From macOS 11 on, only the first number counts.
  return `macosx_${newest[0]}_${newest[0] > 10 ? 0 : newest[1]}_${cpu}`;
}

/** The minor versions of GLIBC 2 whose symbols a library uses. */
function glibcVersions(content) {
  if (content.toString('latin1', 0, 4) !== '\x7fELF') return [];
  return [...content.toString('latin1').matchAll(/GLIBC_2\.(\d{1,2})/g)].map(([, minor]) => Number(minor));
}

/** The macOS that a Mach-O file needs, as [major, minor]; none for another file. */
function macVersion(content) {
  const isMach = content.length > 32 && content.readUInt32LE(0) === 0xfeedfacf;
  if (!isMach) return [];
  let at = 32;
  for (let left = content.readUInt32LE(16); left > 0; left -= 1) {
    const command = content.readUInt32LE(at);
    // LC_BUILD_VERSION has its platform first, LC_VERSION_MIN_MACOSX the version itself.
    if (command === 0x32 || command === 0x24) {
      const version = content.readUInt32LE(at + (command === 0x32 ? 12 : 8));
      return [[version >>> 16, (version >>> 8) & 0xff]];
    }
    at += content.readUInt32LE(at + 4);
  }
  return [];
}
