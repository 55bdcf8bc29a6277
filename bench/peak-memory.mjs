// Preloaded into a measured program: prints its peak memory in megabytes and its processor time in milliseconds when it
// ends, on standard error.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(`peak ${(maxRSS / 1024).toFixed(0)} cpu ${((userCPUTime + systemCPUTime) / 1000).toFixed(0)}\n`);
});
