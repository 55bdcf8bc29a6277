// The manifest by which registries of MCP servers and their clients know how to install and start Winnow's.

/** The manifest of a version, from package.json. */
export function serverManifest({ version, description, repository, mcpName }) {
  const transport = { type: 'stdio' };
  const packageArguments = [{ type: 'positional', value: 'mcp' }];
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json',
    name: mcpName,
    title: 'Winnow',
    description,
    version,
    repository: { url: repository.url.replace(/^git\+|\.git$/g, ''), source: 'github' },
    packages: [
      { registryType: 'npm', identifier: 'winnow-bench', version, runtimeHint: 'npx', transport, packageArguments },
      { registryType: 'pypi', identifier: 'winnow-bench', version, runtimeHint: 'uvx', transport, packageArguments },
    ],
  };
}
