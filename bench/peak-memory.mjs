// Preloaded into a measured program: prints its peak memory in megabytes when it ends, on standard error.
process.on('exit', () => {
  process.stderr.write(`peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)}\n`);
});
