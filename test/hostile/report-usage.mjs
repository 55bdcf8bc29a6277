// Loaded before the command line: writes peak memory in bytes and processor time in seconds to the file that USAGE_FILE names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(process.env.USAGE_FILE, `${maxRSS * 1024} ${(userCPUTime + systemCPUTime) / 1e6}`);
});
